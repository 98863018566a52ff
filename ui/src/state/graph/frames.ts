/** Frames: titled rectangles behind nodes. They stand in `ui.frames` of a level; what is none of ours there stays. */
import { FARTHEST, freeId, type Frame, type GraphDocument } from './document';
import { around, holds, rounded, type Rect, type Rects } from './rect';

/** Names of colours of frames and notes; each is a token of the theme. */
export const COLOURS = ['grey', 'blue', 'purple', 'green', 'orange', 'red', 'yellow'] as const;
export type Colour = (typeof COLOURS)[number];

/** Space between a frame and what it was drawn around; above there is room for its title. Pixels. */
const EDGE = 16;
const TITLE = 32;
export const LEAST_SIZE = { width: 96, height: 64 };

/** The frames of a level that can be drawn. */
export function framesOf(doc: GraphDocument): readonly Frame[] {
  return listed(doc).filter(isFrame);
}

/** Draw a frame; answers its id too. */
export function addFrame(doc: GraphDocument, rect: Rect, title: string, colour: Colour = 'grey'): [GraphDocument, string] {
  const taken = new Set([...doc.nodes.map((node) => node.id), ...framesOf(doc).map((frame) => frame.id)]);
  const id = freeId('frame', taken);
  const frame: Frame = { id, title, colour, ...rounded(rect), width: Math.round(rect.width), height: Math.round(rect.height) };
  return [withFrames(doc, [...listed(doc), frame]), id];
}

/** Draw a frame around what is named; null where nothing of it is there. */
export function frameAround(doc: GraphDocument, ids: Iterable<string>, rects: Rects, title: string): [GraphDocument, string] | null {
  const inner = around([...ids].flatMap((id) => rects.get(id) ?? []));
  if (!inner) return null;
  const rect = { x: inner.x - EDGE, y: inner.y - TITLE, width: inner.width + 2 * EDGE, height: inner.height + TITLE + EDGE };
  return addFrame(doc, rect, title);
}

/** Change frames; what gives back the same frame changes nothing. */
export function changeFrames(doc: GraphDocument, change: (frame: Frame) => Frame): GraphDocument {
  let isChanged = false;
  const frames = listed(doc).map((one) => {
    if (!isFrame(one)) return one;
    const next = change(one);
    isChanged ||= next !== one;
    return next;
  });
  return isChanged ? withFrames(doc, frames) : doc;
}

/** Change one frame. */
export function setFrame(doc: GraphDocument, id: string, set: Partial<Omit<Frame, 'id'>>): GraphDocument {
  return changeFrames(doc, (frame) => {
    const isSame = Object.entries(set).every(([key, value]) => frame[key as keyof Frame] === value);
    return frame.id !== id || isSame ? frame : { ...frame, ...set };
  });
}

/** Take frames away; what lies in them stays. */
export function removeFrames(doc: GraphDocument, ids: ReadonlySet<string>): GraphDocument {
  const left = listed(doc).filter((one) => !isFrame(one) || !ids.has(one.id));
  return left.length === listed(doc).length ? doc : withFrames(doc, left);
}

/** Ids of the nodes and smaller frames that lie in a frame. */
export function contentsOf(frame: Frame, rects: Rects): Set<string> {
  const inside = new Set<string>();
  for (const [id, rect] of rects) {
    const isSmaller = rect.width * rect.height < frame.width * frame.height;
    if (id !== frame.id && isSmaller && holds(frame, rect)) inside.add(id);
  }
  return inside;
}

function listed(doc: GraphDocument): readonly unknown[] {
  return Array.isArray(doc.ui?.frames) ? doc.ui.frames : [];
}

function withFrames(doc: GraphDocument, frames: readonly unknown[]): GraphDocument {
  return { ...doc, ui: { ...doc.ui, frames: frames as Frame[] } };
}

function isFrame(value: unknown): value is Frame {
  const given = value as Frame | null;
  return typeof given === 'object' && given !== null && typeof given.id === 'string'
    && [given.x, given.y, given.width, given.height].every((size) => Number.isFinite(size) && Math.abs(size) <= FARTHEST);
}
