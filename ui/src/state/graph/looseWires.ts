/** Wires of a graph from elsewhere that lead to a node that is not there. */
import type { GraphDocument } from './document';
import { levelsOf, onEachLevel } from './ownIds';

/** How many there are, on the canvas and within subgraphs. */
export function loose(root: GraphDocument): number {
  return levelsOf(root).reduce((sum, level) => sum + level.edges.length - kept(level).length, 0);
}

/** The same without them; the same document where there are none. */
export function withoutLoose(root: GraphDocument): GraphDocument {
  return onEachLevel(root, (level) => {
    const edges = kept(level);
    return edges.length === level.edges.length ? level : { ...level, edges };
  });
}

function kept({ nodes, edges }: GraphDocument): GraphDocument['edges'] {
  const ids = new Set(nodes.map(({ id }) => id));
  return edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
}
