/** Levels: the graph itself and the inside of each card, named by the cards that lead there from the canvas. */
import type { GraphDocument, GraphNode } from '../document';
import { findSubgraph, subgraphOf, type SubgraphDefinition } from './definition';
import { cardLevel, withOverrides } from './overrides';
import { findPreset, NO_SHELF, presetLevel, presetOf, presetWith, type Shelf } from './preset';
import { putTidy } from './ports';

/** Ids of the cards from the canvas inwards, each of the level before it; empty for the canvas. */
export type Path = readonly string[];

export const CANVAS: Path = [];

/** What an edit inside a preset changes: the values of this card, or the definition for every card of the graph. */
export type Scope = 'card' | 'definition';

export function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((card, at) => card === other[at]);
}

/** What a path shows; null where it leads to no card, or to one whose inside nobody knows. */
export function levelAt(root: GraphDocument, path: Path, shelf: Shelf = NO_SHELF, scope: Scope = 'definition'): GraphDocument | null {
  let level = root;
  for (const [at, card] of path.entries()) {
    const inside = insideOf(root, level, card, shelf, at === path.length - 1 ? scope : 'definition');
    if (!inside) return null;
    level = inside;
  }
  return level;
}

/**
 * The document with what a path shows changed into `next`. A subgraph's definition is changed for all its cards; so is
 * a preset's, which the document carries itself from then on. null: one card of a preset can have values of its own,
 * and nothing else.
 */
export function putAt(
  root: GraphDocument, path: Path, next: GraphDocument, shelf: Shelf = NO_SHELF, scope: Scope = 'definition',
): GraphDocument | null {
  const card = path.at(-1);
  if (card === undefined) return next;
  const above = path.slice(0, -1);
  const level = levelAt(root, above, shelf);
  const node = level?.nodes.find((one) => one.id === card);
  if (!level || !node) return null;
  if (subgraphOf(node) !== null) return putTidy(root, next as SubgraphDefinition);
  const preset = findPreset(root, shelf, presetOf(node) ?? '');
  if (!preset) return null;
  if (scope === 'definition') return putTidy(root, presetWith(preset, next), shelf);
  const changed = withOverrides(node, presetLevel(preset), next);
  return changed && putAt(root, above, replaced(level, changed), shelf);
}

/** The longest part of a path that still leads somewhere. */
export function reachable(root: GraphDocument, path: Path, shelf: Shelf = NO_SHELF): Path {
  let level = root;
  for (const [at, card] of path.entries()) {
    const inside = insideOf(root, level, card, shelf);
    if (!inside) return path.slice(0, at);
    level = inside;
  }
  return path;
}

/** What lies inside a card of a level. */
export function insideOf(
  root: GraphDocument, level: GraphDocument, card: string, shelf: Shelf = NO_SHELF, scope: Scope = 'definition',
): GraphDocument | null {
  const node = level.nodes.find((one) => one.id === card);
  if (!node) return null;
  const id = subgraphOf(node);
  if (id !== null) return findSubgraph(root, id) ?? null;
  const name = presetOf(node);
  const preset = name === null ? undefined : findPreset(root, shelf, name);
  if (!preset) return null;
  return scope === 'card' ? cardLevel(presetLevel(preset), node) : presetLevel(preset);
}

/** The card that a path ends at; undefined for the canvas. */
export function cardAt(root: GraphDocument, path: Path, shelf: Shelf = NO_SHELF): GraphNode | undefined {
  return levelAt(root, path.slice(0, -1), shelf)?.nodes.find((one) => one.id === path.at(-1));
}

function replaced(level: GraphDocument, node: GraphNode): GraphDocument {
  return { ...level, nodes: level.nodes.map((one) => (one.id === node.id ? node : one)) };
}
