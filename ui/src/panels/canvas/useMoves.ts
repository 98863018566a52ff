import type { NodeChange } from '@xyflow/react';
import { useCallback, useRef, useState } from 'react';
import { useEditor } from '../../state/editor';
import type { GraphDocument } from '../../state/graph/document';
import { insertOnEdge } from '../../state/graph/edits';
import { framesOf, setFrame } from '../../state/graph/frames';
import { alongWith, moveAll } from '../../state/graph/moves';
import { setNote } from '../../state/graph/notes';
import type { Point, Rect } from '../../state/graph/rect';
import type { Card, FrameCard } from './elements';
import { takeWire } from './dropping';
import { guided } from './guiding';
import { here, rectsNow } from './here';

type Live = ReadonlyMap<string, Partial<Rect>>;
type Change = NodeChange<Card | FrameCard>;

interface Moves {
  /** Where the pointer has things now; null while it moves nothing. */
  live: Live | null;
  onNodesChange: (changes: Change[]) => void;
}

/** Dragging, resizing, selecting. While it goes on the graph stays as it is: one drag is one step of undo. */
export function useMoves(): Moves {
  const [live, setLive] = useState<Live | null>(null);
  // several calls may come before the next drawing
  const latest = useRef<Live | null>(null);

  const onNodesChange = useCallback((changes: Change[]) => {
    choose(changes);
    const { rects, isSizing, isOver } = gathered(changes);
    if (rects.size === 0) return;
    const { doc, change } = useEditor.getState();
    const next: Live = isSizing
      ? new Map([...rects].map(([id, rect]) => [id, { ...latest.current?.get(id), ...rect }]))
      : draggedTo(doc, rects as Map<string, Point>, isOver);
    latest.current = isOver ? null : next;
    setLive(latest.current);
    if (!isOver) return;
    if (isSizing) change('resize', (now) => resized(now, next));
    else drop(next as Map<string, Point>, rects);
  }, []);

  return { live, onNodesChange };
}

/** Where the pointer has things, and what goes along, level with what is beside them where that is near. */
function draggedTo(doc: GraphDocument, places: ReadonlyMap<string, Point>, isOver: boolean): Map<string, Point> {
  const rects = rectsNow();
  const free = alongWith(doc, places, rects);
  const level = guided(doc, places, new Set(free.keys()), rects, isOver);
  return alongWith(doc, level, rects);
}

/** Where things were let go; a single node over a wire that it fits goes into that. */
function drop(places: ReadonlyMap<string, Point>, dragged: ReadonlyMap<string, unknown>): void {
  const wire = takeWire();
  const [id] = dragged.keys();
  const { change } = useEditor.getState();
  change(wire ? 'insert' : 'move', (doc) => {
    const moved = moveAll(doc, places);
    return (wire && id && insertOnEdge(moved, here.catalog, wire, id)) || moved;
  });
}

/** Elements where the pointer has them. */
export function placed<T extends Card | FrameCard>(elements: T[], live: Live | null): T[] {
  if (!live) return elements;
  return elements.map((element) => {
    const rect = live.get(element.id);
    if (!rect) return element;
    const { x = element.position.x, y = element.position.y, width = element.width!, height = element.height! } = rect;
    return { ...element, position: { x, y }, width, height, measured: { width, height } };
  });
}

function choose(changes: readonly Change[]): void {
  const { selected, select } = useEditor.getState();
  const chosen = new Set(selected);
  for (const change of changes) {
    if (change.type !== 'select') continue;
    if (change.selected) chosen.add(change.id);
    else chosen.delete(change.id);
  }
  select(chosen);
}

function gathered(changes: readonly Change[]): { rects: Map<string, Partial<Rect>>; isSizing: boolean; isOver: boolean } {
  const rects = new Map<string, Partial<Rect>>();
  let [isSizing, isOver] = [false, false];
  for (const change of changes) {
    if (change.type === 'position' && change.position) {
      rects.set(change.id, { ...rects.get(change.id), ...change.position });
      isOver ||= change.dragging === false;
    } else if (change.type === 'dimensions' && change.resizing !== undefined) {
      isSizing = true;
      isOver ||= !change.resizing;
      rects.set(change.id, { ...rects.get(change.id), ...change.dimensions });
    }
  }
  return { rects, isSizing, isOver };
}

/** Frames and notes with other sizes, and at other places where a left or upper edge was taken. */
function resized(doc: GraphDocument, live: Live): GraphDocument {
  const frames = new Set(framesOf(doc).map((frame) => frame.id));
  let next = doc;
  for (const [id, { x, y, width, height }] of live) {
    const size = { ...(width !== undefined && { width: Math.round(width) }), ...(height !== undefined && { height: Math.round(height) }) };
    if (frames.has(id)) next = setFrame(next, id, size);
    else next = setNote(next, id, { ...(size.width && { noteWidth: size.width }), ...(size.height && { noteHeight: size.height }) });
    if (x !== undefined && y !== undefined) next = moveAll(next, new Map([[id, { x, y }]]));
  }
  return next;
}
