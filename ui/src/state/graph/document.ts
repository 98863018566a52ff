/** The graph document as it is in a file. Keys that nobody here knows are kept, at every level. */

export interface GraphNode {
  id: string;
  type: string;
  position?: { x: number; y: number };
  data?: NodeData;
  [key: string]: unknown;
}

export interface NodeData {
  params?: Record<string, unknown>;
  internalParams?: Record<string, Record<string, unknown>>;
  bypassed?: boolean;
  label?: string;
  [key: string]: unknown;
}

export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  sourceHandle?: string;
  targetHandle?: string;
  type?: 'data' | 'trigger';
  [key: string]: unknown;
}

export interface GraphDocument {
  name?: string;
  description?: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
  settings?: { device?: string; seed?: number | null; [key: string]: unknown };
  ui?: { frames?: Frame[]; pinned?: Record<string, string[]>; viewport?: Viewport; [key: string]: unknown };
  [key: string]: unknown;
}

export interface Frame {
  id: string;
  title: string;
  colour: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

export const NOTE = 'note';
export const START = 'Start';
export const TRIGGER_HANDLE = '__trigger';

/** A document without anything. */
export function emptyDocument(name: string): GraphDocument {
  return { name, description: '', nodes: [], edges: [], settings: {} };
}

/** The document of parsed JSON; null for what is no graph. Missing ids of edges are made up, and nodes stand where they can be seen. */
export function readDocument(value: unknown): GraphDocument | null {
  if (!hasNodes(value)) return null;
  const given = readLevel(value);
  if (given.nodes.length === 0 && value.nodes.length > 0) return null;
  const subgraphs: unknown = given['subgraphs'];
  if (!Array.isArray(subgraphs)) return given;
  return { ...given, subgraphs: subgraphs.map((one: unknown) => (hasNodes(one) ? readLevel(one) : one)) };
}

/** How many nodes and wires of parsed JSON there are, and how many of them `readDocument` cannot read. */
export function lossesOf(value: unknown): { all: number; lost: number } {
  const subgraphs: unknown = (value as { subgraphs?: unknown } | null)?.subgraphs;
  const levels = [value, ...(Array.isArray(subgraphs) ? (subgraphs as unknown[]) : [])].filter(hasNodes);
  const nodes = levels.flatMap((level): unknown[] => level.nodes);
  const edges = levels.flatMap((level): unknown[] => (Array.isArray(level.edges) ? level.edges : []));
  const read = nodes.filter(isNode).length + edges.filter(isEdge).length;
  return { all: nodes.length + edges.length, lost: nodes.length + edges.length - read };
}

/** No node stands farther from the middle, in pixels: what draws them counts in numbers that a larger one would spoil. */
export const FARTHEST = 1_000_000;

/** A place where something can be drawn: itself, if it is one. */
export function placeIn(given: unknown): { x: number; y: number } {
  const { x, y } = (typeof given === 'object' && given !== null ? given : {}) as { x?: unknown; y?: unknown };
  const place = { x: coordinate(x), y: coordinate(y) };
  return place.x === x && place.y === y ? (given as { x: number; y: number }) : place;
}

function coordinate(given: unknown): number {
  return typeof given === 'number' && !Number.isNaN(given) ? Math.max(-FARTHEST, Math.min(FARTHEST, given)) : 0;
}

function hasNodes(value: unknown): value is GraphDocument {
  return typeof value === 'object' && value !== null && Array.isArray((value as GraphDocument).nodes);
}

function isNode(value: unknown): value is GraphNode {
  const given = value as GraphNode | null;
  return typeof given?.id === 'string' && typeof given.type === 'string';
}

function isEdge(value: unknown): value is GraphEdge {
  const given = value as GraphEdge | null;
  return typeof given?.source === 'string' && typeof given.target === 'string';
}

/** The canvas, or the inside of a subgraph: what is no node and no wire goes, wires have ids. */
function readLevel(given: GraphDocument): GraphDocument {
  const nodes = given.nodes.filter(isNode).map((node) => {
    if (node.position === undefined) return node;
    const position = placeIn(node.position);
    return position === node.position ? node : { ...node, position };
  });
  const edges = (Array.isArray(given.edges) ? given.edges : [])
    .filter(isEdge)
    .map((edge) => (typeof edge.id === 'string' && edge.id ? edge : { ...edge, id: edgeId(edge) }));
  return { ...given, nodes, edges };
}

/** An id for a wire, from its ends. */
export function edgeId(edge: Pick<GraphEdge, 'source' | 'target' | 'sourceHandle' | 'targetHandle'>): string {
  return `${edge.source}.${edge.sourceHandle ?? ''}-${edge.target}.${edge.targetHandle ?? ''}`;
}

/** An id like `wanted` that none of `taken` is. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const stem = wanted.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '') || 'node';
  if (!taken.has(stem)) return stem;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`;
  }
}
