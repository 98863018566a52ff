/** What commands need of the canvas that is on show: what types there are, and where things are on the screen. */
import type { ReactFlowInstance } from '@xyflow/react';
import { NO_CATALOG, type Catalog } from '../../state/graph/catalog';
import { useEditor } from '../../state/editor';
import { framesOf } from '../../state/graph/frames';
import type { GraphDocument } from '../../state/graph/document';
import type { Point, Rect, Rects } from '../../state/graph/rect';
import { connections, type Card, type FrameCard, type Wire } from './elements';
import { boxOf, placeholder } from './geometry';

export type Flow = ReactFlowInstance<Card | FrameCard, Wire>;

interface Here {
  catalog: Catalog;
  /** null while the canvas is not on show. */
  flow: Flow | null;
  /** The canvas on the screen. */
  element: HTMLElement | null;
}

export const here: Here = { catalog: NO_CATALOG, flow: null, element: null };

/** Places and sizes of all nodes and frames of a level. */
export function rectsOf(doc: GraphDocument, catalog: Catalog): Rects {
  const rects = new Map<string, Rect>();
  let wired: ReturnType<typeof connections> | null = null;
  for (const node of doc.nodes) {
    const row = catalog.byName.get(node.type) ?? placeholder(node, (wired ??= connections(doc)).get(node.id) ?? new Set());
    const { width, height } = boxOf(node, row);
    rects.set(node.id, { x: node.position?.x ?? 0, y: node.position?.y ?? 0, width, height });
  }
  for (const { id, x, y, width, height } of framesOf(doc)) rects.set(id, { x, y, width, height });
  return rects;
}

export function rectsNow(): Rects {
  return rectsOf(useEditor.getState().doc, here.catalog);
}

/** The part of the level that is seen. */
export function seen(): Rect {
  const box = here.element?.getBoundingClientRect();
  if (!box || !here.flow) return { x: 0, y: 0, width: 0, height: 0 };
  const start = here.flow.screenToFlowPosition({ x: box.left, y: box.top }, { snapToGrid: false });
  const end = here.flow.screenToFlowPosition({ x: box.right, y: box.bottom }, { snapToGrid: false });
  return { ...start, width: end.x - start.x, height: end.y - start.y };
}

export function middleOfView(): Point {
  const view = seen();
  return { x: view.x + view.width / 2, y: view.y + view.height / 2 };
}

/** Give a node the focus; the view goes there where it is not seen. */
export function focusOn(id: string): void {
  const rect = rectsNow().get(id);
  if (!rect || !here.flow) return;
  const view = seen();
  const isSeen = rect.x >= view.x && rect.y >= view.y
    && rect.x + rect.width <= view.x + view.width && rect.y + rect.height <= view.y + view.height;
  if (!isSeen) void here.flow.setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom: here.flow.getZoom(), duration: 0 });
  const before = document.activeElement;
  const element = elementOf(id);
  if (isSeen && element) return element.focus();
  // what comes into view is drawn a moment later; whoever has gone elsewhere meanwhile stays there
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (document.activeElement === before || document.activeElement === document.body) elementOf(id)?.focus();
  }));
}

export function elementOf(id: string): HTMLElement | null {
  return here.element?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`) ?? null;
}

/** The node that has the focus, itself or something in it. */
export function focusedNode(): string | null {
  return document.activeElement?.closest('.react-flow__node')?.getAttribute('data-id') ?? null;
}
