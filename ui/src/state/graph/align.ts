/** Bringing things into line, and to even distances. */
import { around, type Point, type Rect, type Rects } from './rect';

export const SIDES = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const;
export type Side = (typeof SIDES)[number];
export type Axis = 'x' | 'y';

/** Places that bring all of them to one side, or one middle, of the rectangle that holds them. */
export function aligned(ids: Iterable<string>, rects: Rects, side: Side): Map<string, Point> {
  const chosen = pick(ids, rects);
  const all = around(chosen.map(([, rect]) => rect));
  return new Map(all ? chosen.map(([id, rect]) => [id, onSide(rect, all, side)]) : []);
}

/** Places with the same gap between neighbours, first and last left where they are. Fewer than three stay. */
export function distributed(ids: Iterable<string>, rects: Rects, axis: Axis): Map<string, Point> {
  const size = axis === 'x' ? 'width' : 'height';
  const chosen = pick(ids, rects).sort(([, one], [, other]) => one[axis] - other[axis]);
  const [first, last] = [chosen[0]?.[1], chosen.at(-1)?.[1]];
  if (chosen.length < 3 || !first || !last) return new Map();
  const taken = chosen.reduce((sum, [, rect]) => sum + rect[size], 0);
  const gap = (last[axis] + last[size] - first[axis] - taken) / (chosen.length - 1);
  let at = first[axis];
  return new Map(
    chosen.map(([id, rect]) => {
      const place = { x: rect.x, y: rect.y, [axis]: at };
      at += rect[size] + gap;
      return [id, place];
    }),
  );
}

function pick(ids: Iterable<string>, rects: Rects): [string, Rect][] {
  return [...ids].flatMap((id): [string, Rect][] => {
    const rect = rects.get(id);
    return rect ? [[id, rect]] : [];
  });
}

function onSide(rect: Rect, all: Rect, side: Side): Point {
  const { x, y } = rect;
  switch (side) {
    case 'left':
      return { x: all.x, y };
    case 'centre':
      return { x: all.x + (all.width - rect.width) / 2, y };
    case 'right':
      return { x: all.x + all.width - rect.width, y };
    case 'top':
      return { x, y: all.y };
    case 'middle':
      return { x, y: all.y + (all.height - rect.height) / 2 };
    case 'bottom':
      return { x, y: all.y + all.height - rect.height };
  }
}
