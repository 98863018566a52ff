/** Segments: a stretch of a graph from one node to another, whose two ends are compared. Kept in the document. Pure. */
import { freeId, NOTE, type GraphDocument, type GraphEdge } from './document';

export interface Segment {
  id: string;
  head: string;
  tail: string;
}

/** What the document holds, without what it no longer has the nodes of. */
export function segmentsOf(doc: GraphDocument): Segment[] {
  const groups = doc['segmentGroups'];
  if (!Array.isArray(groups)) return [];
  const there = new Set(doc.nodes.map((node) => node.id));
  return groups.flatMap((group: Record<string, unknown> | null) => {
    const { id, headNodeId: head, tailNodeId: tail } = group ?? {};
    const isWhole = typeof id === 'string' && typeof head === 'string' && typeof tail === 'string' && there.has(head) && there.has(tail);
    return isWhole ? [{ id, head, tail }] : [];
  });
}

/** The ends of a selection that is one stretch: one node that nothing of it feeds, one that feeds nothing of it. */
export function endsOfStretch(doc: GraphDocument, ids: ReadonlySet<string>): { head: string; tail: string } | null {
  const inside = doc.edges.filter((edge) => isData(edge) && ids.has(edge.source) && ids.has(edge.target));
  const fed = new Set(inside.map((edge) => edge.target));
  const feeding = new Set(inside.map((edge) => edge.source));
  const nodes = doc.nodes.filter((node) => ids.has(node.id) && node.type !== NOTE);
  const heads = nodes.filter((node) => !fed.has(node.id));
  const tails = nodes.filter((node) => !feeding.has(node.id));
  if (heads.length !== 1 || tails.length !== 1 || heads[0] === tails[0]) return null;
  const [head, tail] = [heads[0]!.id, tails[0]!.id];
  return between(doc, head, tail).size > 0 ? { head, tail } : null;
}

/** Nodes on the ways from one node to another, both among them; none where there is no way. */
export function between(doc: GraphDocument, head: string, tail: string): Set<string> {
  const after = reached(doc.edges, head, 'source', 'target');
  const before = reached(doc.edges, tail, 'target', 'source');
  return new Set([...after].filter((id) => before.has(id)));
}

function reached(edges: readonly GraphEdge[], from: string, near: 'source' | 'target', far: 'source' | 'target'): Set<string> {
  const next = new Map<string, string[]>();
  for (const edge of edges) {
    if (!isData(edge)) continue;
    const list = next.get(edge[near]);
    if (list) list.push(edge[far]);
    else next.set(edge[near], [edge[far]]);
  }
  const found = new Set([from]);
  const todo = [from];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    for (const other of next.get(id) ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      todo.push(other);
    }
  }
  return found;
}

/** Add a segment; the same ends are not compared twice. */
export function withSegment(doc: GraphDocument, head: string, tail: string): GraphDocument {
  const groups = Array.isArray(doc['segmentGroups']) ? (doc['segmentGroups'] as Record<string, unknown>[]) : [];
  if (groups.some((group) => group?.['headNodeId'] === head && group['tailNodeId'] === tail)) return doc;
  const id = freeId(`segment-${head}`, new Set(groups.map((group) => String(group?.['id']))));
  return { ...doc, segmentGroups: [...groups, { id, headNodeId: head, tailNodeId: tail }] };
}

export function withoutSegment(doc: GraphDocument, id: string): GraphDocument {
  const groups = doc['segmentGroups'];
  return Array.isArray(groups) ? { ...doc, segmentGroups: groups.filter((group: Record<string, unknown> | null) => group?.['id'] !== id) } : doc;
}

/** What goes into a segment: the source of the first wire into its head from outside. */
export function sourceOf(doc: GraphDocument, { head }: Segment): { node: string; port: string } | null {
  const wire = doc.edges.find((edge) => isData(edge) && edge.target === head);
  return wire ? { node: wire.source, port: wire.sourceHandle ?? '' } : null;
}

function isData(edge: GraphEdge): boolean {
  return edge.type !== 'trigger';
}
