/** Moving: nodes and frames, and what goes along with them. */
import type { GraphDocument } from './document';
import { changeFrames, contentsOf, framesOf } from './frames';
import { boundTo } from './notes';
import { rounded, type Point, type Rects } from './rect';

/** Places by the id of a node or frame. */
export type Places = ReadonlyMap<string, Point>;

/** The places, with those of what goes along: what lies in a frame that moves, notes bound to a node that moves. */
export function alongWith(doc: GraphDocument, places: Places, rects: Rects): Map<string, Point> {
  const all = new Map(places);
  const follow = (id: string, leader: string): void => {
    const [from, to, own] = [rects.get(leader), all.get(leader), rects.get(id)];
    if (from && to && own && !all.has(id)) all.set(id, { x: own.x + to.x - from.x, y: own.y + to.y - from.y });
  };
  // the largest frame first: a frame in it takes along what lies in that one
  const frames = [...framesOf(doc)].sort((one, other) => other.width * other.height - one.width * one.height);
  for (const frame of frames) {
    if (all.has(frame.id)) for (const id of contentsOf(frame, rects)) follow(id, frame.id);
  }
  for (const node of doc.nodes) {
    const leader = boundTo(node);
    if (leader) follow(node.id, leader);
  }
  return all;
}

/** Move nodes and frames to places. */
export function moveAll(doc: GraphDocument, places: Places): GraphDocument {
  let isChanged = false;
  const nodes = doc.nodes.map((node) => {
    const place = places.get(node.id);
    if (!place) return node;
    const position = rounded(place);
    if (node.position?.x === position.x && node.position.y === position.y) return node;
    isChanged = true;
    return { ...node, position };
  });
  return changeFrames(isChanged ? { ...doc, nodes } : doc, (frame) => {
    const place = places.get(frame.id);
    const to = place && rounded(place);
    return !to || (frame.x === to.x && frame.y === to.y) ? frame : { ...frame, ...to };
  });
}

/** Where things are after a step. */
export function moved(ids: Iterable<string>, by: Point, rects: Rects): Map<string, Point> {
  const places = new Map<string, Point>();
  for (const id of ids) {
    const rect = rects.get(id);
    if (rect) places.set(id, { x: rect.x + by.x, y: rect.y + by.y });
  }
  return places;
}
