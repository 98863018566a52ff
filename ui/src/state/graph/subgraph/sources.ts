/** Where what a card gives comes from: the inner nodes that a run records. */
import type { GraphDocument } from '../document';
import { definitionOf, endsOf, isCard, isSubgraph, levelOf } from './ends';
import type { Shelf } from './preset';
import { MOST_LEVELS } from './flat';

export interface Source {
  /** The port of the card. */
  name: string;
  /** As runs call the node, its type, and its port. */
  node: string;
  type: string;
  port: string;
}

/** The outputs of a card. card: as runs call it, with those around it. */
export function sourcesOf(root: GraphDocument, type: string, card: string, shelf: Shelf, level = 0): Source[] {
  const definition = level < MOST_LEVELS ? definitionOf(root, type, shelf) : undefined;
  if (!definition) return [];
  const before = card + (isSubgraph(definition) ? '/' : '__');
  const inside = levelOf(definition);
  return endsOf(definition, 'outputs').flatMap(({ port: name, node, inner }): Source[] => {
    const found = inside.nodes.find((one) => one.id === node);
    if (!found) return [];
    if (!isCard(found)) return [{ name, node: before + node, type: found.type, port: inner }];
    return sourcesOf(root, found.type, before + node, shelf, level + 1).filter((one) => one.name === inner).map((one) => ({ ...one, name }));
  });
}
