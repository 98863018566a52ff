/** Pieces of graphs as text: what copy puts on the clipboard, and what of a text can be pasted. */
import type { Catalog } from './catalog';
import { edgeId, freeId, placeIn, type Frame, type GraphDocument, type GraphEdge, type GraphNode } from './document';
import { framesOf } from './frames';
import { rounded, type Point } from './rect';
import { secretsOf, withoutSecrets } from './secrets';
import { findSubgraph, subgraphOf, subgraphsOf } from './subgraph/definition';

/** Nodes with the wires among them, and those that lead in from elsewhere; frames; definitions that cards need. */
export interface Piece {
  nodes: GraphNode[];
  edges: GraphEdge[];
  frames: Frame[];
  subgraphs: unknown[];
  presets: unknown[];
  /** The file of the graph that it is of: there its cards mean what they mean by now. */
  of?: string | null;
}

export const FORMAT = 'cdui-nodes';
export const VERSION = 1;
/** A text that is longer is not read: no graph is. */
export const MOST_CHARACTERS = 50 * 1024 * 1024;

export type Fault = 'clipboard_empty' | 'clipboard_foreign' | 'clipboard_newer' | 'clipboard_large';

/** What is named of a level, without secrets. root: the whole document, which holds the definitions. */
export function pieceOf(root: GraphDocument, level: GraphDocument, ids: ReadonlySet<string>, catalog: Catalog): Piece {
  const nodes = level.nodes.filter((node) => ids.has(node.id));
  return withoutSecrets(
    {
      nodes,
      edges: level.edges.filter((edge) => ids.has(edge.target)),
      frames: framesOf(level).filter((frame) => ids.has(frame.id)),
      ...definitionsFor(root, nodes),
    },
    secretsOf(catalog),
  );
}

export function textOf(piece: Piece): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, ...piece });
}

/** Read a text of the clipboard: one of ours, or a whole graph; else why it is none. */
export function readPiece(text: string): Piece | Fault {
  if (text.length > MOST_CHARACTERS) return 'clipboard_large';
  if (!text.trim()) return 'clipboard_empty';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'clipboard_foreign';
  }
  if (!isObject(value)) return 'clipboard_foreign';
  if (value['format'] === FORMAT && Number(value['version']) > VERSION) return 'clipboard_newer';
  const frames = Array.isArray(value['frames']) ? value['frames'] : isObject(value['ui']) ? value['ui']['frames'] : [];
  const nodes = list(value['nodes']).filter(isNode).map((node) => (node.position === undefined ? node : { ...node, position: placeIn(node.position) }));
  const piece = {
    nodes: nodes.filter((node, at) => nodes.findIndex((one) => one.id === node.id) === at),
    edges: list(value['edges']).filter(isEdge),
    frames: [...framesOf({ nodes: [], edges: [], ui: { frames: frames as Frame[] } })],
    subgraphs: list(value['subgraphs']),
    presets: list(value['presets']),
    of: typeof value['of'] === 'string' ? value['of'] : null,
  };
  return piece.nodes.length + piece.frames.length > 0 ? piece : 'clipboard_foreign';
}

/**
 * Put a piece into a level under ids of its own, moved by `by`; answers the new ids.
 * withInputs: wires that lead in from nodes of this level are drawn, too.
 */
export function paste(doc: GraphDocument, piece: Piece, by: Point, withInputs = false): [GraphDocument, string[]] {
  const here = new Set(doc.nodes.map((node) => node.id));
  const taken = new Set([...here, ...framesOf(doc).map((frame) => frame.id)]);
  const renamed = new Map<string, string>();
  const give = (id: string): string => {
    const next = freeId(id.replace(/-\d+$/, ''), taken);
    taken.add(next);
    return next;
  };
  const place = (at: Point | undefined): Point => rounded({ x: (at?.x ?? 0) + by.x, y: (at?.y ?? 0) + by.y });
  const nodes = piece.nodes.map((node) => {
    const id = give(node.id);
    renamed.set(node.id, id);
    return { ...structuredClone(node), id, position: place(node.position) };
  });
  const frames = piece.frames.map((frame) => ({ ...structuredClone(frame), id: give(frame.id), ...place(frame) }));
  for (const node of nodes) rebind(node, renamed, here);
  const edges = wiresOf(doc, piece, renamed, withInputs ? here : new Set());
  const ui = frames.length === 0 ? {} : { ui: { ...doc.ui, frames: [...(doc.ui?.frames ?? []), ...frames] } };
  return [
    { ...doc, nodes: [...doc.nodes, ...nodes], edges: [...doc.edges, ...edges], ...ui },
    [...nodes.map((node) => node.id), ...frames.map((frame) => frame.id)],
  ];
}

/** The document with those definitions of a piece that it does not have; itself where it has all. */
export function withDefinitions(root: GraphDocument, piece: Piece): GraphDocument {
  const subgraphs = piece.subgraphs.filter((one) => isObject(one) && typeof one['id'] === 'string' && !findSubgraph(root, one['id']));
  const known = new Set(list(root['presets']).map(nameOf));
  const presets = piece.presets.filter((one) => nameOf(one) !== null && !known.has(nameOf(one)));
  if (subgraphs.length + presets.length === 0) return root;
  return {
    ...root,
    ...(subgraphs.length > 0 && { subgraphs: [...list(root['subgraphs']), ...structuredClone(subgraphs)] }),
    ...(presets.length > 0 && { presets: [...list(root['presets']), ...structuredClone(presets)] }),
  };
}

function wiresOf(doc: GraphDocument, piece: Piece, renamed: ReadonlyMap<string, string>, sources: ReadonlySet<string>): GraphEdge[] {
  const wires = new Set(doc.edges.map((edge) => edge.id));
  return piece.edges.flatMap((edge) => {
    const source = renamed.get(edge.source) ?? (sources.has(edge.source) ? edge.source : null);
    const target = renamed.get(edge.target);
    if (source === null || target === undefined) return [];
    const wire = { ...structuredClone(edge), source, target };
    wire.id = freeId(edgeId(wire), wires);
    wires.add(wire.id);
    return [wire];
  });
}

/** A note that was bound to a node goes along with its copy; with the node itself where that was not copied. */
function rebind(node: GraphNode, renamed: ReadonlyMap<string, string>, here: ReadonlySet<string>): void {
  const bound = node.data?.['boundToNodeId'];
  if (typeof bound !== 'string' || !node.data) return;
  const next = renamed.get(bound) ?? (here.has(bound) ? bound : null);
  if (next === null) delete node.data['boundToNodeId'];
  else node.data['boundToNodeId'] = next;
}

const PRESET = 'preset:';

/** Every definition that cards among the nodes stand for, with those that are used within them. */
function definitionsFor(root: GraphDocument, nodes: readonly GraphNode[]): Pick<Piece, 'subgraphs' | 'presets'> {
  const subgraphs = new Map<string, unknown>();
  const presets = new Map<string, unknown>();
  const all = new Map(subgraphsOf(root).map((one) => [one.id, one]));
  const kept = new Map(list(root['presets']).map((one) => [nameOf(one), one]));
  const todo = [...nodes];
  for (let node = todo.pop(); node; node = todo.pop()) {
    const id = subgraphOf(node);
    const inner = id === null ? undefined : all.get(id);
    if (id !== null && inner && !subgraphs.has(id)) {
      subgraphs.set(id, inner);
      todo.push(...inner.nodes);
    }
    const name = node.type.startsWith(PRESET) ? node.type.slice(PRESET.length) : null;
    const preset = kept.get(name);
    if (name === null || !isObject(preset) || presets.has(name)) continue;
    presets.set(name, preset);
    todo.push(...list(preset['nodes']).filter(isNode));
  }
  return { subgraphs: [...subgraphs.values()], presets: [...presets.values()] };
}

function nameOf(preset: unknown): string | null {
  return isObject(preset) && typeof preset['preset_name'] === 'string' ? preset['preset_name'] : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNode(value: unknown): value is GraphNode {
  return isObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string'
    && (value['data'] === undefined || isObject(value['data']));
}

function isEdge(value: unknown): value is GraphEdge {
  return isObject(value) && typeof value['source'] === 'string' && typeof value['target'] === 'string';
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
