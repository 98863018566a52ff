import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';
import type { Catalog, NodeRow } from '../../state/graph/catalog';

/** Milliseconds that one has to stay on a node type before it tells about itself; the next one does so sooner. */
const STAYS = 450;
const NEXT = 90;
/** Milliseconds to get from the node type onto the card. */
const GRACE = 160;

export interface Shown {
  row: NodeRow;
  /** Where the node type is on the screen. */
  beside: DOMRect;
  /** The pointer is on the card: it stays. */
  stay: () => void;
  close: () => void;
}

interface Hovering {
  card: Shown | null;
  onPointerMove: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onPointerDown: () => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
  onScroll: () => void;
  onDragStart: () => void;
}

/** What tells about a node type: of the one under the pointer, or of the one with the focus; Escape, a press, a drag and scrolling end it. */
export function useHovering(catalog: Catalog): Hovering {
  const [open, setOpen] = useState<Pick<Shown, 'row' | 'beside'> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The line that the pointer is on. */
  const over = useRef<Element | null>(null);
  const wait = (ms: number, then: () => void): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(then, ms);
  };
  const close = (): void => {
    clearTimeout(timer.current);
    setOpen(null);
  };
  const leave = (): void => wait(GRACE, close);
  const on = (target: EventTarget): void => {
    const line = (target as Element).closest<HTMLElement>('.node-line');
    const row = line && catalog.byName.get(line.dataset['offers']!);
    if (!line || !row) return leave();
    wait(open ? NEXT : STAYS, () => setOpen({ row, beside: line.getBoundingClientRect() }));
  };
  useEffect(() => {
    if (!open) return;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [open]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    card: open && { ...open, stay: () => clearTimeout(timer.current), close: leave },
    // not `over`: that comes too when a palette comes below a pointer at rest, which has asked for nothing
    onPointerMove: (event) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
      const line = (event.target as Element).closest('.node-line');
      if (line === over.current) return;
      over.current = line;
      on(event.target);
    },
    onPointerLeave: () => {
      over.current = null;
      leave();
    },
    onPointerDown: close,
    onFocus: (event) => event.target.matches(':focus-visible') && on(event.target),
    onBlur: leave,
    onScroll: close,
    onDragStart: close,
  };
}
