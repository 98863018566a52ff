/** Rectangles of the canvas, in its own pixels. */
export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

/** Places and sizes of what lies on a level, by the id of a node or frame. */
export type Rects = ReadonlyMap<string, Rect>;

/** The smallest rectangle that holds all of them; null for none. */
export function around(rects: Iterable<Rect>): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const rect of rects) {
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

export function middleOf(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** Whether the middle of one lies in the other. */
export function holds(outer: Rect, inner: Rect): boolean {
  const at = middleOf(inner);
  return at.x >= outer.x && at.x <= outer.x + outer.width && at.y >= outer.y && at.y <= outer.y + outer.height;
}

export function touches(one: Rect, other: Rect): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

export function rounded(point: Point): Point {
  return { x: Math.round(point.x), y: Math.round(point.y) };
}
