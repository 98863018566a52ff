/** Subgraphs as a document stores them: definitions at its top, cards anywhere whose type names one. */
import type { GraphDocument, GraphNode } from '../document';

/** A port of the card: which port of which inner node it stands for. */
export interface CardPort {
  port: string;
  innerNode: string;
  innerPort: string;
  data_type?: string;
  [key: string]: unknown;
}

/** A param of an inner node that every card of the definition shows, under a name of its own. */
export interface CardParam {
  param: string;
  innerNode: string;
  innerParam: string;
  [key: string]: unknown;
}

/**
 * What cards of a definition show. triggerTargets: inner nodes that a trigger on a card starts; none: the roots.
 * params: ours beside the format's keys; the value of a shared param lies in the inner node, one for all cards.
 */
export interface Interface {
  inputs?: CardPort[];
  outputs?: CardPort[];
  triggerTargets?: string[];
  params?: CardParam[];
  [key: string]: unknown;
}

/** A level like the graph itself, with ports to the outside. */
export interface SubgraphDefinition extends GraphDocument {
  id: string;
  interface?: Interface;
}

export const SUBGRAPH = 'subgraph:';

/** The id that a card's type names; null for what is no card of a subgraph. */
export function subgraphOf(node: Pick<GraphNode, 'type'>): string | null {
  return node.type.startsWith(SUBGRAPH) ? node.type.slice(SUBGRAPH.length) : null;
}

/** Every usable definition of a document; of two of one id the first counts, as on the server. */
export function subgraphsOf(root: GraphDocument): readonly SubgraphDefinition[] {
  const listed = Array.isArray(root['subgraphs']) ? (root['subgraphs'] as unknown[]) : [];
  const seen = new Set<string>();
  return listed.filter((one): one is SubgraphDefinition => {
    if (!isDefinition(one) || seen.has(one.id)) return false;
    seen.add(one.id);
    return true;
  });
}

/** The definition of an id; undefined where the document has none that can be read. */
export function findSubgraph(root: GraphDocument, id: string): SubgraphDefinition | undefined {
  const listed = Array.isArray(root['subgraphs']) ? (root['subgraphs'] as unknown[]) : [];
  return listed.find((one): one is SubgraphDefinition => isDefinition(one) && one.id === id);
}

/** The document with another definition in the place of the one of its id. */
export function putSubgraph(root: GraphDocument, next: SubgraphDefinition): GraphDocument {
  let isPut = false;
  const listed = Array.isArray(root['subgraphs']) ? (root['subgraphs'] as unknown[]) : [];
  const subgraphs = listed.map((one) => {
    if (isPut || !isDefinition(one) || one.id !== next.id) return one;
    isPut = true;
    return next;
  });
  return { ...root, subgraphs: isPut ? subgraphs : [...subgraphs, next] };
}

/** The shared params of a definition that can be read. */
export function sharedOf(definition: SubgraphDefinition): CardParam[] {
  const listed: unknown[] = Array.isArray(definition.interface?.params) ? definition.interface.params : [];
  return listed.filter((one): one is CardParam => isTexts(one, ['param', 'innerNode', 'innerParam']));
}

/** Whether a value is an object with texts under these keys. */
export function isTexts(value: unknown, keys: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && keys.every((key) => typeof (value as Record<string, unknown>)[key] === 'string');
}

function isDefinition(value: unknown): value is SubgraphDefinition {
  const given = value as SubgraphDefinition | null;
  return typeof given === 'object' && given !== null && typeof given.id === 'string'
    && Array.isArray(given.nodes) && Array.isArray(given.edges);
}
