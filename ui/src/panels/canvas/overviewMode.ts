/** When a graph is drawn as a whole, and how its elements come back without holding the screen up. */
import { useStore, useStoreApi, type ReactFlowState } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Card, Wire } from './elements';

/** Graphs up to this size are always made of elements. */
export const FEW = 300;
const ENTER = 0.3;
const LEAVE = 0.33;
/** Cards that come back in one frame. */
const A_FRAME = 24;

/** Whether a graph of so many nodes is drawn as a whole at a zoom; between the two edges it stays as it was. */
export function isFar(wasFar: boolean, nodes: number, zoom: number): boolean {
  return nodes > FEW && zoom < (wasFar ? LEAVE : ENTER);
}

export interface Elements {
  /** The drawing is on show: alone, or while elements come back. */
  isDrawn: boolean;
  nodes: Card[];
  edges: Wire[];
}

interface Coming {
  isFar: boolean;
  /** Cards in sight that come back one after another; null when all are there. */
  order: readonly string[] | null;
  count: number;
}

const NO_NODES: Card[] = [];
const NO_EDGES: Wire[] = [];

/** The elements that React Flow gets: none from far away, and some more a frame when one comes near. */
export function useOverviewMode(nodes: Card[], edges: Wire[]): Elements {
  const store = useStoreApi();
  const was = useRef(false);
  const far = useStore(useCallback((state: ReactFlowState) => {
    was.current = isFar(was.current, nodes.length, state.transform[2]);
    return was.current;
  }, [nodes.length]));
  // a jump far away puts everything in sight at once: it has to be gone before React Flow makes it, so from within the
  // same change of the store
  useLayoutEffect(() => store.subscribe((now, before) => {
    if (now.transform === before.transform || now.nodes.length === 0 || !isFar(was.current, nodes.length, now.transform[2])) return;
    now.setNodes([]);
    now.setEdges([]);
  }), [store, nodes.length]);
  const [coming, setComing] = useState<Coming>({ isFar: far, order: null, count: 0 });
  let now = coming;
  if (now.isFar !== far) {
    const { width, height, transform } = store.getState();
    now = { isFar: far, order: far ? null : inSight(nodes, width, height, transform), count: A_FRAME };
    setComing(now);
  }
  const { order, count } = now;

  useEffect(() => {
    if (order === null) return undefined;
    const frame = requestAnimationFrame(() =>
      setComing({ isFar: false, order: count < order.length ? order : null, count: count + A_FRAME }));
    return () => cancelAnimationFrame(frame);
  }, [order, count]);

  return useMemo(() => {
    if (far) return { isDrawn: true, nodes: NO_NODES, edges: NO_EDGES };
    if (order === null) return { isDrawn: false, nodes, edges };
    const some = new Set(order.slice(0, count));
    return {
      isDrawn: true,
      nodes: nodes.filter((node) => some.has(node.id)),
      edges: edges.filter((edge) => some.has(edge.source) && some.has(edge.target)),
    };
  }, [far, order, count, nodes, edges]);
}

/** The ids of the cards that a view shows. */
function inSight(cards: readonly Card[], width: number, height: number, [x, y, zoom]: readonly [number, number, number]): string[] {
  const [left, top, right, bottom] = [-x / zoom, -y / zoom, (width - x) / zoom, (height - y) / zoom];
  return cards
    .filter(({ position, data }) =>
      position.x < right && position.x + data.box.width > left && position.y < bottom && position.y + data.box.height > top)
    .map((card) => card.id);
}
