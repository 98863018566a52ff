/** Levels: the graph itself and the inside of each card, named by the cards that lead there from the canvas. */
import type { GraphDocument } from '../document';
import { findSubgraph, putSubgraph, subgraphOf, type SubgraphDefinition } from './definition';

/** Ids of the cards from the canvas inwards, each of the level before it; empty for the canvas. */
export type Path = readonly string[];

export const CANVAS: Path = [];

export function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((card, at) => card === other[at]);
}

/** What a path shows; null where it leads to no card, or to one whose inside nobody knows. */
export function levelAt(root: GraphDocument, path: Path): GraphDocument | null {
  let level = root;
  for (const card of path) {
    const inside = insideOf(root, level, card);
    if (!inside) return null;
    level = inside;
  }
  return level;
}

/** The document with what a path shows changed into `next`; the same for every card of that definition. */
export function putAt(root: GraphDocument, path: Path, next: GraphDocument): GraphDocument {
  return path.length === 0 ? next : putSubgraph(root, next as SubgraphDefinition);
}

/** The longest part of a path that still leads somewhere. */
export function reachable(root: GraphDocument, path: Path): Path {
  let level = root;
  for (const [at, card] of path.entries()) {
    const inside = insideOf(root, level, card);
    if (!inside) return path.slice(0, at);
    level = inside;
  }
  return path;
}

/** What lies inside a card of a level. */
export function insideOf(root: GraphDocument, level: GraphDocument, card: string): GraphDocument | null {
  const node = level.nodes.find((one) => one.id === card);
  const id = node ? subgraphOf(node) : null;
  return id === null ? null : (findSubgraph(root, id) ?? null);
}
