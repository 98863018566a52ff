/** Lines that show while something is dragged, and the pull of them. */
import { create } from 'zustand';
import type { GraphDocument } from '../../state/graph/document';
import { framesOf } from '../../state/graph/frames';
import { aligned, MOST_NEIGHBOURS, type Guide } from '../../state/graph/guides';
import type { Point, Rect, Rects } from '../../state/graph/rect';
import { around, touches } from '../../state/graph/rect';
import { here, seen } from './here';

/** Pixels of the screen within which something goes to a line by itself. */
const REACH = 4;

export const useGuides = create<{ guides: readonly Guide[] }>(() => ({ guides: [] }));

/** What is in sight and does not move along; found once a drag. */
let neighbours: readonly Rect[] | null = null;

/** The places with all of them moved to the nearest line; it is shown until the drag is over. */
export function guided(doc: GraphDocument, places: ReadonlyMap<string, Point>, along: ReadonlySet<string>, rects: Rects, isOver: boolean): Map<string, Point> {
  neighbours ??= inSight(doc, along, rects);
  const moving = around([...places].flatMap(([id, place]) => {
    const rect = rects.get(id);
    return rect ? [{ ...rect, ...place }] : [];
  }));
  const found = moving && aligned(moving, neighbours, REACH / (here.flow?.getZoom() ?? 1));
  if (isOver) neighbours = null;
  show(isOver || !found ? [] : found.guides);
  if (!found || (found.dx === 0 && found.dy === 0)) return new Map(places);
  return new Map([...places].map(([id, { x, y }]) => [id, { x: x + found.dx, y: y + found.dy }]));
}

function inSight(doc: GraphDocument, along: ReadonlySet<string>, rects: Rects): readonly Rect[] {
  const view = seen();
  const frames = new Set(framesOf(doc).map(({ id }) => id));
  const found: Rect[] = [];
  for (const [id, rect] of rects) {
    if (!along.has(id) && !frames.has(id) && touches(rect, view)) found.push(rect);
    if (found.length > MOST_NEIGHBOURS) break;
  }
  return found;
}

function show(guides: readonly Guide[]): void {
  if (guides.length > 0 || useGuides.getState().guides.length > 0) useGuides.setState({ guides });
}
