/** Presets: definitions that a graph carries or the server has, read as levels and written back as they were. */
import { edgeId, freeId, START, type GraphDocument, type GraphEdge, type GraphNode, type NodeData } from '../document';
import { layered } from './layout';

export interface ExposedPort {
  name: string;
  internal_node: string;
  internal_port: string;
  data_type?: string;
  description?: string;
  [key: string]: unknown;
}

export interface ExposedParam {
  internal_node: string;
  param_name: string;
  display_name?: string;
  group?: string;
  param_def?: unknown;
  [key: string]: unknown;
}

/** As it is stored: params lie beside an inner node's type, edges have neither id nor type. */
export interface PresetDefinition {
  preset_name: string;
  category?: string;
  description?: string;
  tags?: string[];
  nodes: Record<string, unknown>[];
  edges: Record<string, unknown>[];
  exposed_inputs?: ExposedPort[];
  exposed_outputs?: ExposedPort[];
  exposed_params?: ExposedParam[];
  [key: string]: unknown;
}

/** Presets by name, as the server has them installed. */
export type Shelf = ReadonlyMap<string, PresetDefinition>;

export const NO_SHELF: Shelf = new Map();
export const PRESET = 'preset:';

/** The name that a card's type names; null for what is no card of a preset. */
export function presetOf(node: Pick<GraphNode, 'type'>): string | null {
  return node.type.startsWith(PRESET) ? node.type.slice(PRESET.length) : null;
}

/** The definition of a name: the graph's own goes before an installed one, as on the server. */
export function findPreset(root: GraphDocument, shelf: Shelf, name: string): PresetDefinition | undefined {
  return embedded(root).find((one) => isPreset(one) && one.preset_name === name) as PresetDefinition | undefined ?? shelf.get(name);
}

/** The document with a preset of its own: in the place of the one of that name, or added. */
export function putPreset(root: GraphDocument, next: PresetDefinition): GraphDocument {
  const at = embedded(root).findIndex((one) => isPreset(one) && one.preset_name === next.preset_name);
  const presets = at < 0 ? [...embedded(root), next] : embedded(root).map((one, place) => (place === at ? next : one));
  return { ...root, presets };
}

/** What can be read of a value as a preset; the server judges the rest. */
export function isPreset(value: unknown): value is PresetDefinition {
  const given = value as PresetDefinition | null;
  return typeof given === 'object' && given !== null && typeof given.preset_name === 'string' && Array.isArray(given.nodes);
}

const levels = new WeakMap<PresetDefinition, GraphDocument>();
/** The stored form of an inner node or edge that was read and has not been changed since. */
const stored = new WeakMap<GraphNode | GraphEdge, Record<string, unknown>>();

/** The inside of a preset in the shape of a graph; the same object for the same definition. */
export function presetLevel(preset: PresetDefinition): GraphDocument {
  const known = levels.get(preset);
  if (known) return known;
  const level = readLevel(preset);
  levels.set(preset, level);
  return level;
}

function readLevel(preset: PresetDefinition): GraphDocument {
  const given = preset.nodes.filter((node) => typeof node?.['id'] === 'string' && typeof node['type'] === 'string');
  const nodes = given.map(readNode);
  const starts = new Set(nodes.filter((node) => node.type === START).map((node) => node.id));
  const taken = new Set<string>();
  const edges = (Array.isArray(preset.edges) ? preset.edges : [])
    .filter((edge) => typeof edge?.['source'] === 'string' && typeof edge['target'] === 'string')
    .map((raw) => {
      const made = { ...raw } as GraphEdge;
      made.id = freeId(typeof raw['id'] === 'string' ? raw['id'] : edgeId(made), taken);
      // stored edges have no type: what leaves a Start can only be a trigger
      made.type = raw['type'] === 'trigger' || starts.has(made.source) ? 'trigger' : 'data';
      taken.add(made.id);
      stored.set(made, raw);
      return made;
    });
  const placed = layered(nodes, edges);
  const level: GraphDocument = { name: preset.preset_name, description: preset.description ?? '', nodes: placed, edges };
  for (const [at, node] of placed.entries()) stored.set(node, given[at]!);
  level['interface'] = { inputs: shownBy(preset.exposed_inputs), outputs: shownBy(preset.exposed_outputs) };
  if (preset['ui'] !== undefined) level.ui = preset['ui'] as NonNullable<GraphDocument['ui']>;
  return level;
}

/** The ports of a preset in the words of a subgraph, for who draws its inside. */
function shownBy(ports: unknown): unknown[] {
  return (Array.isArray(ports) ? (ports as (ExposedPort | null)[]) : []).map((port) => ({ port: port?.name, innerNode: port?.internal_node, innerPort: port?.internal_port }));
}

function readNode(raw: Record<string, unknown>): GraphNode {
  if (!('params' in raw)) return raw as GraphNode;
  const { params, internalParams, data, ...rest } = raw;
  const more = typeof data === 'object' && data !== null ? (data as NodeData) : {};
  const read: NodeData = { ...more, params: params as Record<string, unknown> };
  if (internalParams !== undefined && read.internalParams === undefined) {
    read.internalParams = internalParams as NonNullable<NodeData['internalParams']>;
  }
  return { ...rest, data: read } as GraphNode;
}

/** The definition with a changed inside; what of it is as before is stored as before. */
export function presetWith(preset: PresetDefinition, level: GraphDocument): PresetDefinition {
  const there = new Set(level.nodes.map((node) => node.id));
  const next: PresetDefinition = { ...preset, nodes: level.nodes.map(storedNode), edges: level.edges.map(storedEdge) };
  if (level.description !== undefined && level.description !== (preset.description ?? '')) next.description = level.description;
  if (level.ui !== undefined) next['ui'] = level.ui;
  for (const key of ['exposed_inputs', 'exposed_outputs', 'exposed_params'] as const) {
    const listed = preset[key] as { internal_node: string }[] | undefined;
    if (listed?.some((one) => !there.has(one.internal_node))) {
      Object.assign(next, { [key]: listed.filter((one) => there.has(one.internal_node)) });
    }
  }
  levels.set(next, level);
  return next;
}

function storedNode(node: GraphNode): Record<string, unknown> {
  const known = stored.get(node);
  if (known) return known;
  const { data, ...rest } = node;
  const { params, ...more } = data ?? {};
  const raw: Record<string, unknown> = { ...rest, params: params ?? {} };
  if (Object.keys(more).length > 0) raw['data'] = more;
  stored.set(node, raw);
  return raw;
}

function storedEdge(edge: GraphEdge): Record<string, unknown> {
  const known = stored.get(edge);
  if (known) return known;
  const { id: _, type, ...rest } = edge;
  const raw = type === 'trigger' ? { ...rest, type } : rest;
  stored.set(edge, raw);
  return raw;
}

function embedded(root: GraphDocument): unknown[] {
  return Array.isArray(root['presets']) ? (root['presets'] as unknown[]) : [];
}
