/** From a level to the drawing that is laid out, and back. */
import type { GraphDocument } from './document';
import { contentsOf, framesOf, setFrame } from './frames';
import type { Box, Drawing } from './layout';
import { moveAll } from './moves';
import { boundTo, isNote } from './notes';
import type { Rect, Rects } from './rect';

/** What of a level is laid out: what is chosen, with what lies in chosen frames, or all where less than two are. */
export function drawingOf(doc: GraphDocument, rects: Rects, chosen: ReadonlySet<string>): Drawing {
  const frames = [...framesOf(doc)].sort((one, other) => one.width * one.height - other.width * other.height);
  const contents = frames.map((frame) => [frame.id, contentsOf(frame, rects)] as const);
  const wanted = new Set(chosen);
  for (const [id, inner] of contents) if (chosen.has(id)) for (const item of inner) wanted.add(item);
  const isAll = wanted.size < 2;
  const take = (id: string): boolean => isAll || wanted.has(id);
  // the smallest frame that holds it, of those that take part
  const frameOf = (id: string): string | null => contents.find(([frame, inner]) => take(frame) && inner.has(id))?.[0] ?? null;
  const boxes: Box[] = [];
  const add = (id: string, isFrame: boolean): void => {
    const rect = rects.get(id);
    if (rect && take(id)) boxes.push({ id, ...rect, frame: frameOf(id), isFrame });
  };
  for (const frame of frames) add(frame.id, true);
  for (const node of doc.nodes) {
    // a note goes where its node goes; a free one has no place in a layer and stays, unless a frame takes it along
    if (isNote(node) && (boundTo(node) !== null || frameOf(node.id) === null)) continue;
    add(node.id, false);
  }
  const there = new Set(boxes.map((box) => box.id));
  const wires = doc.edges.filter((edge) => there.has(edge.source) && there.has(edge.target)).map((edge) => [edge.source, edge.target] as const);
  return { boxes, wires };
}

/** The level with a layout: places of nodes, places and sizes of frames. Bound notes keep their distance. */
export function arranged(doc: GraphDocument, rects: Rects, layout: ReadonlyMap<string, Rect>): GraphDocument {
  const places = new Map<string, { x: number; y: number }>(layout);
  for (const node of doc.nodes) {
    const leader = boundTo(node) ?? '';
    const [from, to, own] = [rects.get(leader), layout.get(leader), rects.get(node.id)];
    if (from && to && own) places.set(node.id, { x: own.x + to.x - from.x, y: own.y + to.y - from.y });
  }
  let next = moveAll(doc, places);
  for (const frame of framesOf(doc)) {
    const rect = layout.get(frame.id);
    if (rect) next = setFrame(next, frame.id, { width: Math.round(rect.width), height: Math.round(rect.height) });
  }
  return next;
}
