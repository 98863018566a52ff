/** What is left of a graph when every card gives way to its inside: the ids that a run knows nodes by. Tests hold other functions to it. */
import { NOTE, START, type GraphDocument, type GraphEdge, type GraphNode } from '../document';
import { definitionOf, endsOf, isSubgraph, levelOf } from './ends';
import { NO_SHELF, PRESET, type Shelf } from './preset';
import { SUBGRAPH } from './definition';
import type { Path } from './level';

/** Cards inside one another, as many as the server opens. */
export const MOST_LEVELS = 10;

export interface FlatNode {
  id: string;
  type: string;
  /** The cards around it, outermost first, and its id inside. */
  path: Path;
  node: string;
}

export interface Flat {
  nodes: FlatNode[];
  edges: GraphEdge[];
}

/** Open every card that can be opened; notes go. Ids join a subgraph's card by `/`, a preset's by `__`. */
export function flattened(root: GraphDocument, shelf: Shelf = NO_SHELF): Flat {
  let flat: Flat = {
    nodes: withoutNotes(root).nodes.map((node) => ({ id: node.id, type: node.type, path: [], node: node.id })),
    edges: withoutNotes(root).edges,
  };
  for (const kind of [SUBGRAPH, PRESET]) {
    for (let level = 0; level < MOST_LEVELS && flat.nodes.some((node) => node.type.startsWith(kind)); level += 1) {
      flat = opened(flat, root, shelf, kind);
    }
  }
  return flat;
}

function opened(flat: Flat, root: GraphDocument, shelf: Shelf, kind: string): Flat {
  const next: Flat = { nodes: [], edges: flat.edges };
  for (const card of flat.nodes) {
    const definition = card.type.startsWith(kind) ? definitionOf(root, card.type, shelf) : undefined;
    if (!definition) {
      next.nodes.push(card);
      continue;
    }
    const before = card.id + (kind === SUBGRAPH ? '/' : '__');
    const { nodes, edges } = withoutNotes(levelOf(definition));
    for (const { id, type } of nodes) next.nodes.push({ id: before + id, type, path: [...card.path, card.node], node: id });
    const named = isSubgraph(definition) ? (definition.interface?.triggerTargets ?? []) : [];
    const starts = named.length > 0 ? named : roots(nodes, edges);
    const outer = next.edges.flatMap((edge) => {
      if (edge.type === 'trigger') return edge.target === card.id ? starts.map((start) => ({ ...edge, target: before + start })) : [edge];
      const from = edge.source === card.id ? endsOf(definition, 'outputs').find((end) => end.port === edge.sourceHandle) : null;
      const to = edge.target === card.id ? endsOf(definition, 'inputs').find((end) => end.port === edge.targetHandle) : null;
      if (from === undefined || to === undefined) return [];
      return [{
        ...edge, ...(from && { source: before + from.node, sourceHandle: from.inner }), ...(to && { target: before + to.node, targetHandle: to.inner }),
      }];
    });
    next.edges = [...outer, ...edges.map((edge) => ({ ...edge, source: before + edge.source, target: before + edge.target }))];
  }
  return next;
}

function roots(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string[] {
  const fed = new Set(edges.filter((edge) => edge.type !== 'trigger').map((edge) => edge.target));
  return nodes.filter((node) => !fed.has(node.id) && node.type !== START).map((node) => node.id);
}

function withoutNotes({ nodes, edges }: GraphDocument): Pick<GraphDocument, 'nodes' | 'edges'> {
  const notes = new Set(nodes.filter((node) => node.type === NOTE).map((node) => node.id));
  if (notes.size === 0) return { nodes, edges };
  return { nodes: nodes.filter((node) => !notes.has(node.id)), edges: edges.filter((edge) => !notes.has(edge.source) && !notes.has(edge.target)) };
}
