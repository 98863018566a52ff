/** Where one looks at the graph from. It knows all cards, also those that React Flow does not have at the moment. */
import { getViewportForBounds, useReactFlow, useStoreApi, type Rect } from '@xyflow/react';
import { useMemo } from 'react';
import { useEditor } from '../../state/editor';
import type { Card } from './elements';

export const MIN_ZOOM = 0.05;
export const MAX_ZOOM = 2;
/** A graph is opened no smaller than this: it begins where it can still be read. */
const READABLE = 0.4;
const PADDING = 0.12;
const MARGIN_PX = 48;
const GLIDE_MS = 120;
const STEP = 1.25;

let cards: readonly Card[] = [];

/** The canvas tells what it shows. */
export function lookAt(shown: readonly Card[]): void {
  cards = shown;
}

/** What all of these cards lie in; null when there are none. */
export function boundsOf(some: readonly Card[]): Rect | null {
  if (some.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { position, width = 0, height = 0 } of some) {
    left = Math.min(left, position.x);
    top = Math.min(top, position.y);
    right = Math.max(right, position.x + width);
    bottom = Math.max(bottom, position.y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export interface Camera {
  /** All of it as large as it can be, or from where it begins if it would be too small to read. */
  open: () => void;
  fit: () => void;
  fitSelection: () => void;
  /** Show these nodes. */
  show: (ids: readonly string[]) => void;
  zoomBy: (steps: number) => void;
  zoomTo: (zoom: number) => void;
  /** Go to a point of the graph. */
  centre: (x: number, y: number, zoom?: number) => void;
}

/** The person wants nothing to move by itself. */
function isStill(): boolean {
  const { motion } = document.documentElement.dataset;
  return motion === 'reduced' || (motion !== 'full' && matchMedia('(prefers-reduced-motion: reduce)').matches);
}

/** The camera of this canvas; works also while React Flow has no elements. */
export function useCamera(): Camera {
  const flow = useReactFlow();
  const store = useStoreApi();
  return useMemo(() => {
    const glide = (): { duration: number } => ({ duration: isStill() ? 0 : GLIDE_MS });
    const fit = (some: readonly Card[], maxZoom: number): void => {
      const bounds = boundsOf(some);
      const { width, height } = store.getState();
      if (bounds) void flow.setViewport(getViewportForBounds(bounds, width, height, MIN_ZOOM, maxZoom, PADDING), glide());
    };
    const show = (ids: readonly string[]): void => {
      const wanted = new Set(ids);
      fit(cards.filter((card) => wanted.has(card.id)), 1);
    };
    return {
      open: () => {
        const bounds = boundsOf(cards);
        const { width, height } = store.getState();
        if (!bounds) return;
        const view = getViewportForBounds(bounds, width, height, READABLE, 1, PADDING);
        if (bounds.width * view.zoom > width) view.x = MARGIN_PX - bounds.x * view.zoom;
        if (bounds.height * view.zoom > height) view.y = MARGIN_PX - bounds.y * view.zoom;
        void flow.setViewport(view, { duration: 0 });
      },
      fit: () => fit(cards, 1),
      fitSelection: () => show([...useEditor.getState().selected]),
      show,
      zoomBy: (steps) => void flow.zoomTo(flow.getZoom() * STEP ** steps, glide()),
      zoomTo: (zoom) => void flow.zoomTo(zoom, glide()),
      centre: (x, y, zoom) => void flow.setCenter(x, y, { zoom: zoom ?? flow.getZoom(), ...(zoom === undefined ? { duration: 0 } : glide()) }),
    };
  }, [flow, store]);
}
