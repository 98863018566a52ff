/**
 * Params that cards show. A subgraph's card shows what was shared inside, and its value is one for all cards; a
 * preset's card shows what the preset exposes, and has values of its own.
 */
import type { Field } from '../catalog';
import type { GraphDocument, GraphNode } from '../document';
import { setParam } from '../edits';
import { sharedOf, type CardParam } from './definition';
import { definitionOf, isSubgraph, levelOf, put } from './ends';
import { levelAt, putAt, type Path, type Scope } from './level';
import { isEqual, withInternal } from './overrides';
import { freePort } from './ports';
import type { ExposedParam, PresetDefinition, Shelf } from './preset';

/** The params that cards of a type show, in their order; none for what is no card. */
export function fieldsOf(root: GraphDocument, shelf: Shelf, type: string): Field[] {
  const definition = definitionOf(root, type, shelf);
  if (!definition) return [];
  if (isSubgraph(definition)) {
    return unique(sharedOf(definition).map(({ param, innerNode, innerParam }) => ({ name: param, node: innerNode, param: innerParam })));
  }
  return unique(named(exposedOf(definition)));
}

/** Names of exposed params: their own where no other has it, else with the node before. */
function named(exposed: readonly ExposedParam[]): Field[] {
  const count = new Map<string, number>();
  const title = (one: ExposedParam): string => one.display_name || one.param_name;
  for (const one of exposed) count.set(title(one), (count.get(title(one)) ?? 0) + 1);
  return exposed.map((one) => ({
    name: count.get(title(one)) === 1 ? title(one) : `${one.internal_node}.${title(one)}`,
    node: one.internal_node,
    param: one.param_name,
    ...(one.group && { group: one.group }),
  }));
}

function unique(fields: Field[]): Field[] {
  const seen = new Set<string>();
  return fields.filter(({ name }) => !seen.has(name) && seen.add(name));
}

export function exposedOf(preset: PresetDefinition): ExposedParam[] {
  const listed: unknown[] = Array.isArray(preset.exposed_params) ? preset.exposed_params : [];
  return listed.filter((one): one is ExposedParam => {
    const given = one as ExposedParam | null;
    return typeof given === 'object' && typeof given?.internal_node === 'string' && typeof given.param_name === 'string';
  });
}

/** The value of a node's param; undefined where it has its default. Of a card: of the param that is meant inside. */
export function valueOf(root: GraphDocument, shelf: Shelf, node: GraphNode, name: string, depth = 0): unknown {
  const found = inner(root, shelf, node, name);
  if (!found) return node.data?.params?.[name];
  const own = node.data?.internalParams?.[found.field.node]?.[found.field.param];
  if (!found.isShared && own !== undefined) return own;
  return depth < MOST_DEPTH ? valueOf(root, shelf, found.node, found.field.param, depth + 1) : undefined;
}

/** Presets and subgraphs may lie in one another this deep, as on the server; deeper ones contain themselves. */
export const MOST_DEPTH = 12;

/** Set a param of a node of a level, wherever its value lies; undefined gives it its default again. */
export function setValue(
  root: GraphDocument, path: Path, shelf: Shelf, scope: Scope, id: string, name: string, value: unknown, depth = 0,
): GraphDocument | null {
  const level = levelAt(root, path, shelf, scope);
  const node = level?.nodes.find((one) => one.id === id);
  if (!level || !node || depth > MOST_DEPTH) return root;
  const found = inner(root, shelf, node, name);
  if (!found) return putAt(root, path, setParam(level, id, name, value), shelf, scope);
  if (found.isShared) return setValue(root, [...path, id], shelf, 'definition', found.field.node, found.field.param, value, depth + 1);
  const changed = withOwn(node, found.field, value, valueOf(root, shelf, found.node, found.field.param));
  if (changed === node) return root;
  return putAt(root, path, { ...level, nodes: level.nodes.map((one) => (one === node ? changed : one)) }, shelf, scope);
}

/** The card with a value of its own, or without it where the definition says the same. */
function withOwn(card: GraphNode, { node, param }: Field, value: unknown, given: unknown): GraphNode {
  const own = { ...card.data?.internalParams };
  const { [param]: _, ...values } = own[node] ?? {};
  if (value !== undefined && !isEqual(value, given)) values[param] = value;
  if (Object.keys(values).length > 0) own[node] = values;
  else delete own[node];
  return isEqual(own, card.data?.internalParams ?? {}) ? card : withInternal(card, own);
}

/** What a card's param stands for; null for what is no card, or no param of it. */
function inner(root: GraphDocument, shelf: Shelf, card: GraphNode, name: string): { field: Field; node: GraphNode; isShared: boolean } | null {
  const definition = definitionOf(root, card.type, shelf);
  if (!definition) return null;
  const field = fieldsOf(root, shelf, card.type).find((one) => one.name === name);
  const node = field && levelOf(definition).nodes.find((one) => one.id === field.node);
  return field && node ? { field, node, isShared: isSubgraph(definition) } : null;
}

/** Show a param of an inner node on the cards of a type, or take it from them. */
export function toggleShared(root: GraphDocument, shelf: Shelf, type: string, node: string, param: string): GraphDocument {
  const definition = definitionOf(root, type, shelf);
  if (!definition) return root;
  if (!isSubgraph(definition)) {
    const listed = exposedOf(definition);
    const kept = listed.filter((one) => one.internal_node !== node || one.param_name !== param);
    const added: ExposedParam = { internal_node: node, param_name: param, display_name: param, group: node, param_def: null };
    return put(root, { ...definition, exposed_params: kept.length < listed.length ? kept : [...listed, added] });
  }
  const listed = sharedOf(definition);
  const kept = listed.filter((one) => one.innerNode !== node || one.innerParam !== param);
  const taken = new Set(listed.map((one) => one.param));
  const added = (): CardParam => ({ param: freePort({ node, inner: param }, taken), innerNode: node, innerParam: param });
  return put(root, { ...definition, interface: { ...definition.interface, params: kept.length < listed.length ? kept : [...listed, added()] } });
}
