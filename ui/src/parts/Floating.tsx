import { useClickOutside, useFocusTrap, useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import './floating.css';

/** Between the button and the panel, and the edge of the window, pixels. */
const GAP = 8;

interface Props {
  /** What it opens from: the focus goes back to it. */
  button: RefObject<HTMLElement | null>;
  label: string;
  testId: string;
  className: string;
  width: number;
  /** Its right edge is level with the button's, not its left one. */
  isAtEnd?: boolean;
  close: () => void;
  children: ReactNode;
}

/** A panel above a button at the foot of the window. Escape and a press elsewhere close it; Tab stays within. */
export function Floating({ button, label, testId, className, width, isAtEnd = false, close, children }: Props): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, bottom: 0 });
  // a press on the button is the button's own
  const outside = useClickOutside<HTMLDivElement>((event) => !button.current?.contains(event.target as Node) && close(), ['pointerdown'], undefined, true, true);
  const both = useMergedRef(panel, outside, useFocusTrap());
  useLayoutEffect(() => {
    const look = (): void => {
      const box = button.current!.getBoundingClientRect();
      const left = isAtEnd ? box.right - width : box.left;
      setPlace({ left: Math.max(GAP, Math.min(left, innerWidth - width - GAP)), bottom: innerHeight - box.top + GAP });
    };
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [button, isAtEnd, width]);
  useLayoutEffect(() => {
    const [shown, opener] = [panel.current!, button.current!];
    return () => {
      // not from where a press has led
      if (shown.contains(document.activeElement) || document.activeElement === document.body) opener.focus();
    };
  }, [button]);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return createPortal(
    <div
      ref={both} className={`floating float ${className}`} style={{ ...place, width }} role="dialog" aria-label={label} tabIndex={-1} data-testid={testId}
      onKeyDown={press}
    >
      {children}
    </div>,
    document.body,
  );
}
