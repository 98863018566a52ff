/** What one step of the history was about, in names of the graph: `Dataset → DataLoader`, `TrainingLoop`. Pure. */
import type { GraphDocument, GraphEdge, GraphNode } from './document';
import { levelAt, type Path } from './subgraph/level';

/** The names that tell a step from others like it; empty where many things changed. shot: before it; root: after it. */
export function subjectOf(shot: { root: GraphDocument; path: Path }, root: GraphDocument): string {
  const [before, after] = [levelAt(shot.root, shot.path), levelAt(root, shot.path)];
  if (!before || !after) return '';
  const nodes = differing(before.nodes, after.nodes);
  if (nodes.length > 1) return '';
  if (nodes.length === 1) return titleOf(nodes[0]!);
  const edges = differing(before.edges, after.edges);
  if (edges.length !== 1) return '';
  return `${endOf(edges[0]!, 'source', before, after)} → ${endOf(edges[0]!, 'target', before, after)}`;
}

/** What is new in the second list or another value there; where nothing is, what has gone from the first. */
function differing<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  if (before === after) return [];
  const old = new Map(before.map((one) => [one.id, one]));
  const found = after.filter((one) => {
    const same = old.get(one.id) === one;
    if (same) old.delete(one.id);
    return !same;
  });
  return found.length > 0 ? found : [...old.values()];
}

function endOf(edge: GraphEdge, end: 'source' | 'target', before: GraphDocument, after: GraphDocument): string {
  const id = edge[end];
  const node = [...after.nodes, ...before.nodes].find((one) => one.id === id);
  return node ? titleOf(node) : id;
}

function titleOf(node: GraphNode): string {
  return node.data?.label || node.type;
}
