import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import './floating.css';

/** Between the button and the panel, and the edge of the window, pixels. */
const GAP = 8;
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

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
  const latest = useRef(close);
  useEffect(() => void (latest.current = close));
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
    (shown.querySelector<HTMLElement>(FOCUSABLE) ?? shown).focus();
    const elsewhere = ({ target }: PointerEvent): void => {
      if (!shown.contains(target as Node) && !opener.contains(target as Node)) latest.current();
    };
    addEventListener('pointerdown', elsewhere, true);
    return () => {
      removeEventListener('pointerdown', elsewhere, true);
      // not from where a press has led
      if (shown.contains(document.activeElement) || document.activeElement === document.body) opener.focus();
    };
  }, [button]);
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') around(event, panel.current!);
  };
  return createPortal(
    <div
      ref={panel} className={`floating float ${className}`} style={{ ...place, width }} role="dialog" aria-label={label} tabIndex={-1} data-testid={testId}
      onKeyDown={press}
    >
      {children}
    </div>,
    document.body,
  );
}

/** From the last stop to the first one, and back. */
function around(event: KeyboardEvent, panel: HTMLElement): void {
  const stops = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = event.shiftKey ? (at <= 0 ? stops.at(-1) : null) : at === stops.length - 1 ? stops[0] : null;
  if (next === null) return;
  event.preventDefault();
  next?.focus();
}
