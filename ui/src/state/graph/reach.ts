/** Where wires lead. */
import type { GraphDocument, GraphEdge } from './document';
import type { Ends } from './edits';

/** The node and all that its values lead to (`on`), or come from (`back`). */
export function reached(edges: readonly GraphEdge[], from: string, way: 'on' | 'back'): Set<string> {
  const next = new Map<string, string[]>();
  for (const edge of edges) {
    if (edge.type === 'trigger') continue;
    const [here, there] = way === 'on' ? [edge.source, edge.target] : [edge.target, edge.source];
    const list = next.get(here);
    if (list) list.push(there);
    else next.set(here, [there]);
  }
  const seen = new Set([from]);
  for (const id of seen) for (const other of next.get(id) ?? []) seen.add(other);
  return seen;
}

/** The wires that a new one would close into a loop: from its target to its source. None where it closes none. */
export function loopOf(doc: GraphDocument, ends: Ends): string[] {
  const cameBy = new Map<string, GraphEdge>();
  const todo = [ends.target];
  const seen = new Set(todo);
  for (let id = todo.shift(); id !== undefined && !seen.has(ends.source); id = todo.shift()) {
    for (const edge of doc.edges) {
      if (edge.type === 'trigger' || edge.source !== id || seen.has(edge.target)) continue;
      seen.add(edge.target);
      cameBy.set(edge.target, edge);
      todo.push(edge.target);
    }
  }
  const loop: string[] = [];
  for (let edge = cameBy.get(ends.source); edge; edge = edge.source === ends.target ? undefined : cameBy.get(edge.source)) {
    loop.unshift(edge.id);
  }
  return loop;
}

/** The nodes that a run computes: what its triggers lead to, and all that feeds that. */
export function running(doc: GraphDocument): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const edge of doc.edges) {
    if (edge.type === 'trigger' && !ids.has(edge.target)) for (const id of reached(doc.edges, edge.target, 'on')) ids.add(id);
  }
  for (const id of [...ids]) for (const feeding of reached(doc.edges, id, 'back')) ids.add(feeding);
  return ids;
}
