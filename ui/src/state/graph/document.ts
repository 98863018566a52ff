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

/** The document of parsed JSON; null for what is no graph. Missing ids of edges are made up. */
export function readDocument(value: unknown): GraphDocument | null {
  if (!hasNodes(value)) return null;
  const given = readLevel(value);
  const subgraphs: unknown = given['subgraphs'];
  if (!Array.isArray(subgraphs)) return given;
  return { ...given, subgraphs: subgraphs.map((one: unknown) => (hasNodes(one) ? readLevel(one) : one)) };
}

function hasNodes(value: unknown): value is GraphDocument {
  return typeof value === 'object' && value !== null && Array.isArray((value as GraphDocument).nodes);
}

/** The canvas, or the inside of a subgraph: what is no node and no wire goes, wires have ids. */
function readLevel(given: GraphDocument): GraphDocument {
  const nodes = given.nodes.filter((node) => typeof node?.id === 'string' && typeof node.type === 'string');
  const edges = (Array.isArray(given.edges) ? given.edges : [])
    .filter((edge) => typeof edge?.source === 'string' && typeof edge.target === 'string')
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
