import { useEffect, useRef, type RefObject } from 'react';

/**
 * What has the focus on the canvas may go: a node with a change, quick add when it has added one. The canvas itself has the
 * focus then, so that keys go on meaning the same and everybody sees where they are. when: changes with what may have gone.
 */
export function useFocusKept(canvas: RefObject<HTMLElement | null>, ...when: readonly unknown[]): void {
  const had = useRef(false);
  useEffect(() => {
    const comes = ({ target }: FocusEvent): void => {
      had.current = canvas.current?.contains(target as Node) ?? false;
    };
    addEventListener('focusin', comes);
    return () => removeEventListener('focusin', comes);
  }, [canvas]);
  useEffect(() => {
    if (!had.current) return undefined;
    // React Flow takes away what is no more a moment after us
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) canvas.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [canvas, ...when]);
}
