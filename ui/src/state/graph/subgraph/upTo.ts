/** The part of a graph that a node inside a card needs. */
import type { GraphDocument } from '../document';
import { reached } from '../reach';
import { upTo } from '../upTo';
import { cardAt, levelAt, putAt, type Path } from './level';
import { withOwnSubgraph } from './own';
import { presetOf, type Shelf } from './preset';

/**
 * The document with a node of a level and all that feeds it, through every card around it. Those cards get a subgraph
 * of their own, so that others of their kind keep what they hold. null inside a preset: its nodes have other names once
 * it is a subgraph, and a run would not be of this graph.
 */
export function upToInside(root: GraphDocument, path: Path, node: string, shelf: Shelf): GraphDocument | null {
  let next: GraphDocument | null = root;
  for (const [at, card] of path.entries()) {
    const around = cardAt(next, path.slice(0, at + 1), shelf);
    next = around && presetOf(around) === null ? withOwnSubgraph(next, path.slice(0, at), card, shelf) : null;
    if (next === null) return null;
  }
  for (let at = path.length; at > 0; at -= 1) {
    const level = levelAt(next, path.slice(0, at), shelf);
    if (level === null) return null;
    const kept = reached(level.edges, path[at] ?? node, 'back');
    const pruned: GraphDocument = {
      ...level,
      nodes: level.nodes.filter((one) => kept.has(one.id)),
      edges: level.edges.filter((edge) => kept.has(edge.target) && kept.has(edge.source)),
    };
    next = putAt(next, path.slice(0, at), pruned, shelf);
    if (next === null) return null;
  }
  return upTo(next, path[0] ?? node);
}
