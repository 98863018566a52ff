/** Layers by dagre; it is loaded where a layout is made, in a worker. */
import { Graph, layout } from '@dagrejs/dagre';
import { GAP, type Layers } from './layout';

export const layers: Layers = (boxes, wires) => {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', ranksep: GAP.layers, nodesep: GAP.neighbours, edgesep: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const [source, target] of wires) graph.setEdge(source, target);
  layout(graph);
  return new Map(
    boxes.map(({ id, width, height }) => {
      const { x, y } = graph.node(id) as { x: number; y: number };
      return [id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
};
