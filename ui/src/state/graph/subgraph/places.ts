/** Where in a document the nodes are that a server speaks of. */
import type { GraphDocument } from '../document';
import { isCard } from './ends';
import { insideOf, isSamePath, levelAt, type Path } from './level';
import { NO_SHELF, presetOf, type Shelf } from './preset';

export interface Place {
  /** The cards around it. */
  path: Path;
  node: string;
}

/**
 * The place of a node that a server names: by the id that a run knows it by (`card/inner` in a subgraph, `card__inner`
 * in a preset), or as statuses of inner nodes do (`/` in both). null for one that the document does not have.
 */
export function placeOf(root: GraphDocument, id: string, shelf: Shelf = NO_SHELF): Place | null {
  return find(root, root, [], id, shelf);
}

function find(root: GraphDocument, level: GraphDocument, path: Path, id: string, shelf: Shelf): Place | null {
  if (level.nodes.some((node) => node.id === id)) return { path, node: id };
  for (const card of level.nodes) {
    if (!isCard(card) || !id.startsWith(card.id)) continue;
    const rest = id.slice(card.id.length);
    for (const separator of separatorsOf(card.type)) {
      const inside = rest.startsWith(separator) ? insideOf(root, level, card.id, shelf) : null;
      const found = inside && find(root, inside, [...path, card.id], rest.slice(separator.length), shelf);
      if (found) return found;
    }
  }
  return null;
}

function separatorsOf(type: string): readonly string[] {
  return presetOf({ type }) === null ? ['/'] : ['__', '/'];
}

/** How a server calls the nodes of a level, but for their own ids: in problems and metrics, and in statuses. */
export interface Prefix {
  flat: string;
  path: string;
}

export function prefixOf(root: GraphDocument, path: Path, shelf: Shelf = NO_SHELF): Prefix {
  let flat = '';
  for (const [at, card] of path.entries()) {
    const type = levelAt(root, path.slice(0, at), shelf)?.nodes.find((node) => node.id === card)?.type ?? '';
    flat += card + separatorsOf(type)[0]!;
  }
  return { flat, path: path.map((card) => `${card}/`).join('') };
}

/** The node of a level that a place is, or the card of it that the place lies in; null for one elsewhere. */
export function nodeAt(place: Place, path: Path): { node: string; isInside: boolean } | null {
  if (!isSamePath(place.path.slice(0, path.length), path)) return null;
  const card = place.path[path.length];
  return card === undefined ? { node: place.node, isInside: false } : { node: card, isInside: true };
}
