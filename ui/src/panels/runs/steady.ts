import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Rows } from '../../api/runs';

/** Rows by which one knows where one was: the first of them may have been deleted. */
const ANCHORS = 5;

/** Keeps the rows one is reading where they are while runs come in, or go, above them. */
export function useSteadyScroll(scroller: RefObject<HTMLElement | null>, rows: Rows, first: number, rowHeight: number): void {
  const seen = useRef<{ id: string; index: number }[]>([]);
  useLayoutEffect(() => {
    const element = scroller.current;
    const anchor = seen.current.find(({ id }) => rows.indexOf(id) >= 0);
    const moved = anchor ? rows.indexOf(anchor.id) - anchor.index : 0;
    // asked last: it makes the browser lay out the rows that were drawn just now
    if (element && moved !== 0 && Math.abs(moved) < 50 && element.scrollTop > 0) element.scrollTop += moved * rowHeight;
    seen.current = Array.from({ length: ANCHORS }, (_, at) => ({ id: rows.at(first + at)?.id ?? '', index: first + at })).filter((one) => one.id);
  });
}
