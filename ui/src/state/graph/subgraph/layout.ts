/** Places for nodes that have none, as in presets, which are stored without: columns along the wires. Pixels. */
import { NOTE, type GraphEdge, type GraphNode } from '../document';

const COLUMN = 260;
const ROW = 150;

/** The nodes, those without a place put into columns by their distance from what nothing feeds. */
export function layered(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphNode[] {
  if (nodes.every((node) => node.position)) return [...nodes];
  const depth = depths(nodes, edges);
  const used = new Map<number, number>();
  return nodes.map((node) => {
    if (node.position) return node;
    const column = node.type === NOTE ? 0 : (depth.get(node.id) ?? 0);
    const row = used.get(column) ?? 0;
    used.set(column, row + 1);
    return { ...node, position: { x: column * COLUMN, y: row * ROW } };
  });
}

/** The longest way to each node from one that nothing feeds; nodes of a loop count as far as they were reached. */
function depths(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Map<string, number> {
  const next = new Map<string, string[]>();
  const left = new Map(nodes.map((node) => [node.id, 0]));
  for (const { source, target } of edges) {
    if (!left.has(source) || !left.has(target)) continue;
    next.set(source, [...(next.get(source) ?? []), target]);
    left.set(target, left.get(target)! + 1);
  }
  const depth = new Map<string, number>();
  const ready = nodes.filter((node) => left.get(node.id) === 0).map((node) => node.id);
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    const at = depth.get(id) ?? 0;
    for (const target of next.get(id) ?? []) {
      depth.set(target, Math.max(depth.get(target) ?? 0, at + 1));
      left.set(target, left.get(target)! - 1);
      if (left.get(target) === 0) ready.push(target);
    }
  }
  return depth;
}
