/** Ports of cards, whichever kind they are of: subgraphs and presets store the same under other names. */
import type { GraphDocument, GraphNode } from '../document';
import { findSubgraph, isTexts, putSubgraph, SUBGRAPH, subgraphOf, subgraphsOf, type SubgraphDefinition } from './definition';
import { findPreset, isPreset, NO_SHELF, PRESET, presetLevel, presetOf, presetWith, putPreset, type PresetDefinition, type Shelf } from './preset';

export type Side = 'inputs' | 'outputs';

/** A port of a card, and the port of an inner node that it stands for. */
export interface End {
  port: string;
  node: string;
  inner: string;
}

/** A definition of either kind. */
export type Definition = SubgraphDefinition | PresetDefinition;

const KEYS = { subgraph: ['port', 'innerNode', 'innerPort'], preset: ['name', 'internal_node', 'internal_port'] } as const;

export function isCard(node: Pick<GraphNode, 'type'>): boolean {
  return node.type.startsWith(SUBGRAPH) || node.type.startsWith(PRESET);
}

/** What the type of a card names; undefined where nobody knows it, or the type is none of a card. */
export function definitionOf(root: GraphDocument, type: string, shelf: Shelf = NO_SHELF): Definition | undefined {
  const id = subgraphOf({ type });
  if (id !== null) return findSubgraph(root, id);
  const name = presetOf({ type });
  return name === null ? undefined : findPreset(root, shelf, name);
}

/** Every definition that a document carries itself. */
export function definitionsOf(root: GraphDocument): Definition[] {
  const presets: unknown[] = Array.isArray(root['presets']) ? root['presets'] : [];
  return [...subgraphsOf(root), ...presets.filter(isPreset)];
}

export function typeOf(definition: Definition): string {
  return isSubgraph(definition) ? SUBGRAPH + definition.id : PRESET + definition.preset_name;
}

/** The inside of a definition as a graph. */
export function levelOf(definition: Definition): GraphDocument {
  return isSubgraph(definition) ? definition : presetLevel(definition);
}

/** The document with a definition that has another inside; nothing is tidied. */
export function putLevel(root: GraphDocument, definition: Definition, level: GraphDocument): GraphDocument {
  return put(root, isSubgraph(definition) ? (level as SubgraphDefinition) : presetWith(definition, level));
}

export function put(root: GraphDocument, definition: Definition): GraphDocument {
  return isSubgraph(definition) ? putSubgraph(root, definition) : putPreset(root, definition);
}

/** The ports of a definition's cards; of two of one name the first counts, as on the server. */
export function endsOf(definition: Definition, side: Side): End[] {
  const keys = keysOf(definition);
  const seen = new Set<string>();
  const found: End[] = [];
  for (const entry of listed(definition, side)) {
    if (!isTexts(entry, keys)) continue;
    const end = readEnd(entry as Record<string, string>, keys);
    if (!seen.has(end.port)) found.push(end);
    seen.add(end.port);
  }
  return found;
}

/** The ports that the card around a level has; none for the canvas. */
export function shownOutside(level: GraphDocument, side: Side): End[] {
  return level['interface'] === undefined ? [] : endsOf({ ...level, id: '' } as SubgraphDefinition, side);
}

/** The definition with its ports changed one by one; null takes one away. What else an entry holds is kept. */
export function mapEnds<T extends Definition>(definition: T, side: Side, change: (end: End) => End | null): T {
  const keys = keysOf(definition);
  let isChanged = false;
  const entries = listed(definition, side).flatMap((entry) => {
    if (!isTexts(entry, keys)) return [entry];
    const end = readEnd(entry as Record<string, string>, keys);
    const next = change(end);
    isChanged ||= next !== end;
    if (next === end) return [entry];
    return next ? [{ ...(entry as object), [keys[0]]: next.port, [keys[1]]: next.node, [keys[2]]: next.inner }] : [];
  });
  return isChanged ? withListed(definition, side, entries) : definition;
}

/** The definition with one more port. */
export function addEnd<T extends Definition>(definition: T, side: Side, end: End, type: string): T {
  const keys = keysOf(definition);
  const entry = { [keys[0]]: end.port, [keys[1]]: end.node, [keys[2]]: end.inner, data_type: type };
  return withListed(definition, side, [...listed(definition, side), isSubgraph(definition) ? entry : { ...entry, description: '' }]);
}

export function isSubgraph(definition: Definition): definition is SubgraphDefinition {
  return typeof (definition as SubgraphDefinition).id === 'string' && !isPreset(definition);
}

function keysOf(definition: Definition): readonly [string, string, string] {
  return isSubgraph(definition) ? KEYS.subgraph : KEYS.preset;
}

function listed(definition: Definition, side: Side): unknown[] {
  const found = isSubgraph(definition) ? definition.interface?.[side] : definition[`exposed_${side}`];
  return Array.isArray(found) ? found : [];
}

function withListed<T extends Definition>(definition: T, side: Side, entries: unknown[]): T {
  if (isSubgraph(definition)) return { ...definition, interface: { ...definition.interface, [side]: entries } };
  return { ...definition, [`exposed_${side}`]: entries };
}

function readEnd(entry: Record<string, string>, [port, node, inner]: readonly [string, string, string]): End {
  return { port: entry[port]!, node: entry[node]!, inner: entry[inner]! };
}
