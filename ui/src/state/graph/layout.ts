/**
 * Automatic layout: in layers from left to right along the wires (Sugiyama's method, as dagre does it). What lies in a
 * frame stays in it: its contents are laid out first, then it takes part as one box.
 */
import type { Point, Rect } from './rect';
import { around } from './rect';

export interface Box {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The frame that it lies in; null for none. */
  frame: string | null;
  isFrame: boolean;
}

export interface Drawing {
  boxes: readonly Box[];
  /** Pairs of ids, from source to target. */
  wires: readonly (readonly [string, string])[];
}

/** Puts boxes in layers; answers their upper left corners. */
export type Layers = (boxes: readonly { id: string; width: number; height: number }[], wires: readonly (readonly [string, string])[]) => Map<string, Point>;

/** Pixels between layers, between neighbours of a layer, and from a frame to what lies in it. */
export const GAP = { layers: 72, neighbours: 32, edge: 16, title: 32 };

/** Places of all boxes and sizes of frames; the whole begins where it began. */
export function laidOut({ boxes, wires }: Drawing, layers: Layers): Map<string, Rect> {
  const byFrame = new Map<string | null, Box[]>();
  for (const box of boxes) {
    const list = byFrame.get(box.frame);
    if (list) list.push(box);
    else byFrame.set(box.frame, [box]);
  }
  const frameOf = new Map(boxes.map((box) => [box.id, box.frame]));
  const done = new Map<string, Rect>();

  /** Lay out what lies directly in a frame (null: on the canvas); places are relative to its upper left corner. */
  const inside = (frame: string | null): { width: number; height: number } => {
    const items = (byFrame.get(frame) ?? []).map((box) => {
      const isFilled = box.isFrame && (byFrame.get(box.id)?.length ?? 0) > 0;
      return { id: box.id, ...(isFilled ? inside(box.id) : { width: box.width, height: box.height }) };
    });
    const here = new Set(items.map((item) => item.id));
    const lifted = wires.flatMap(([source, target]): [string, string][] => {
      const [from, to] = [lift(source, here), lift(target, here)];
      return from === null || to === null || from === to ? [] : [[from, to]];
    });
    const places = layers(items, lifted);
    const rects = items.map((item) => ({ ...item, ...places.get(item.id)! }));
    const all = around(rects) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [left, top] = frame === null ? [0, 0] : [GAP.edge, GAP.title];
    for (const { id, x, y, width, height } of rects) done.set(id, { x: x - all.x + left, y: y - all.y + top, width, height });
    return { width: all.width + 2 * left, height: all.height + top + (frame === null ? 0 : GAP.edge) };
  };

  /** What of this level an end of a wire lies in. */
  const lift = (id: string, here: ReadonlySet<string>): string | null => {
    for (let at: string | null | undefined = id; at; at = frameOf.get(at)) if (here.has(at)) return at;
    return null;
  };

  inside(null);
  const start = around(boxes) ?? { x: 0, y: 0 };
  const result = new Map<string, Rect>();
  for (const box of boxes) {
    const rect = done.get(box.id)!;
    let { x, y } = rect;
    for (let frame = box.frame; frame !== null; frame = frameOf.get(frame) ?? null) {
      x += done.get(frame)!.x;
      y += done.get(frame)!.y;
    }
    result.set(box.id, { ...rect, x: Math.round(x + start.x), y: Math.round(y + start.y) });
  }
  return result;
}
