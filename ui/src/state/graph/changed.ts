/** What of a graph is another than it was when a run began: what was seen of it there no longer holds. */
import type { GraphDocument, GraphEdge, GraphNode } from './document';
import { isNote } from './notes';

/** Ids of nodes that are new, or whose params, bypass or inputs are others. */
export function changedSince(before: GraphDocument, now: GraphDocument): ReadonlySet<string> {
  if (before.nodes === now.nodes && before.edges === now.edges) return NONE;
  const was = new Map(before.nodes.map((node) => [node.id, node]));
  const [inputsBefore, inputs] = [inputsOf(before.edges), inputsOf(now.edges)];
  const changed = now.nodes.filter((node) => {
    if (isNote(node)) return false;
    const old = was.get(node.id);
    return !old || !isAlike(old, node) || (inputsBefore.get(node.id) ?? '') !== (inputs.get(node.id) ?? '');
  });
  return changed.length === 0 ? NONE : new Set(changed.map((node) => node.id));
}

const NONE: ReadonlySet<string> = new Set();

function isAlike(one: GraphNode, other: GraphNode): boolean {
  if (one === other) return true;
  if (one.type !== other.type || Boolean(one.data?.bypassed) !== Boolean(other.data?.bypassed)) return false;
  const [{ params = {}, internalParams = {} } = {}, { params: newParams = {}, internalParams: newInternal = {} } = {}] = [one.data, other.data];
  return JSON.stringify(sorted(params)) === JSON.stringify(sorted(newParams)) && JSON.stringify(internalParams) === JSON.stringify(newInternal);
}

function sorted(params: Record<string, unknown>): [string, unknown][] {
  return Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The inputs of each node as one text; what order they stand in says nothing. */
function inputsOf(edges: readonly GraphEdge[]): Map<string, string> {
  const lists = new Map<string, string[]>();
  for (const edge of edges) {
    const text = JSON.stringify([edge.source, edge.sourceHandle ?? '', edge.targetHandle ?? '', edge.type ?? 'data']);
    const list = lists.get(edge.target);
    if (list) list.push(text);
    else lists.set(edge.target, [text]);
  }
  return new Map([...lists].map(([id, list]) => [id, list.sort().join()]));
}
