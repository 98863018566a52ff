/** Every change of a graph as a function from document to document. What does not change anything gives it back. */
import { isCompatible, type Catalog } from './catalog';
import { isCard } from './subgraph/ends';
import { edgeId, freeId, NOTE, START, TRIGGER_HANDLE } from './document';
import type { GraphDocument, GraphEdge, GraphNode } from './document';
import { reached } from './reach';
import { rounded, type Point } from './rect';

export type { Point } from './rect';

export interface Ends {
  source: string;
  sourceHandle: string;
  target: string;
  targetHandle: string;
}

/** Add a node of a type; answers its id too. */
export function addNode(doc: GraphDocument, type: string, position: Point): [GraphDocument, string] {
  const id = freeId(type.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase(), idsOf(doc));
  const node: GraphNode = { id, type, position: rounded(position), data: { params: {} } };
  return [{ ...doc, nodes: [...doc.nodes, node] }, id];
}

/** A point, or one down to its right, at which no node begins: a node that is added hides none. */
export function freeAt(doc: GraphDocument, wanted: Point): Point {
  const taken = new Set(doc.nodes.map(({ position }) => `${position?.x},${position?.y}`));
  const at = rounded(wanted);
  while (taken.has(`${at.x},${at.y}`)) {
    at.x += 24;
    at.y += 24;
  }
  return at;
}

/** Take nodes out, with every wire that touches one. */
export function removeNodes(doc: GraphDocument, ids: ReadonlySet<string>): GraphDocument {
  const nodes = doc.nodes.filter((node) => !ids.has(node.id));
  if (nodes.length === doc.nodes.length) return doc;
  return { ...doc, nodes, edges: doc.edges.filter((edge) => !ids.has(edge.source) && !ids.has(edge.target)) };
}

/** Take wires out. */
export function removeEdges(doc: GraphDocument, ids: ReadonlySet<string>): GraphDocument {
  const edges = doc.edges.filter((edge) => !ids.has(edge.id));
  return edges.length === doc.edges.length ? doc : { ...doc, edges };
}

/** Why a wire cannot be drawn: a code for words, with the two types where they are the reason. */
export interface Objection {
  code: 'same_node' | 'unknown_port' | 'wrong_type' | 'cycle' | 'exists';
  source?: string;
  target?: string;
}

/** What stands against a wire between these ends; null when nothing does. */
export function objection(doc: GraphDocument, catalog: Catalog, ends: Ends): Objection | null {
  if (ends.source === ends.target) return { code: 'same_node' };
  const from = doc.nodes.find((node) => node.id === ends.source);
  const to = doc.nodes.find((node) => node.id === ends.target);
  if (!from || !to) return { code: 'unknown_port' };
  if (doc.edges.some((edge) => sameEnds(edge, ends))) return { code: 'exists' };
  if (from.type === START) return to.type === START || to.type === NOTE ? { code: 'wrong_type' } : null;
  const output = catalog.byName.get(from.type)?.outputs.find((port) => port.name === ends.sourceHandle);
  const input = catalog.byName.get(to.type)?.inputs.find((port) => port.name === ends.targetHandle);
  if (!output || !input) return { code: 'unknown_port' };
  if (!isCompatible(output.data_type, input.data_type)) {
    return { code: 'wrong_type', source: output.data_type, target: input.data_type };
  }
  return reached(doc.edges, ends.target, 'on').has(ends.source) ? { code: 'cycle' } : null;
}

/** Draw a wire; an input has one, so the one that was there goes. The ends are taken as they are. */
export function connect(doc: GraphDocument, ends: Ends): GraphDocument {
  const isTrigger = doc.nodes.find((node) => node.id === ends.source)?.type === START;
  const wire: GraphEdge = isTrigger
    ? { id: '', ...ends, sourceHandle: 'trigger', targetHandle: TRIGGER_HANDLE, type: 'trigger' }
    : { id: '', ...ends, type: 'data' };
  wire.id = freeId(edgeId(wire), new Set(doc.edges.map((edge) => edge.id)));
  const others = doc.edges.filter((edge) => isTrigger || !feeds(edge, ends.target, ends.targetHandle));
  return { ...doc, edges: [...others, wire] };
}

/** Put a node into a wire; null when none of its ports fit. */
export function insertOnEdge(doc: GraphDocument, catalog: Catalog, edge: string, node: string): GraphDocument | null {
  const wire = doc.edges.find((one) => one.id === edge);
  const inner = doc.nodes.find((one) => one.id === node);
  const from = wire && doc.nodes.find((one) => one.id === wire.source);
  const to = wire && doc.nodes.find((one) => one.id === wire.target);
  if (!wire || !inner || !from || !to || wire.type === 'trigger') return null;
  const row = catalog.byName.get(inner.type);
  const output = catalog.byName.get(from.type)?.outputs.find((port) => port.name === wire.sourceHandle);
  const input = catalog.byName.get(to.type)?.inputs.find((port) => port.name === wire.targetHandle);
  if (!row || !output || !input) return null;
  const into = row.inputs.find((port) => isCompatible(output.data_type, port.data_type));
  const out = row.outputs.find((port) => isCompatible(port.data_type, input.data_type));
  if (!into || !out) return null;
  const without = removeEdges(doc, new Set([edge]));
  const first = connect(without, {
    source: wire.source, sourceHandle: wire.sourceHandle ?? '', target: node, targetHandle: into.name,
  });
  return connect(first, {
    source: node, sourceHandle: out.name, target: wire.target, targetHandle: wire.targetHandle ?? '',
  });
}

/** Set a param; undefined takes it out, so that the node has its default again. */
export function setParam(doc: GraphDocument, id: string, name: string, value: unknown): GraphDocument {
  return changeNodes(doc, (node) => {
    if (node.id !== id) return node;
    const params = { ...node.data?.params };
    if (value === undefined) delete params[name];
    else params[name] = value;
    return { ...node, data: { ...node.data, params } };
  });
}

/** Give a node a name of its own; an empty one takes it away. */
export function setLabel(doc: GraphDocument, id: string, label: string): GraphDocument {
  return changeNodes(doc, (node) => {
    if (node.id !== id) return node;
    const { label: _, ...data } = node.data ?? {};
    return { ...node, data: label.trim() ? { ...data, label: label.trim() } : data };
  });
}

/** Cut nodes out of the run, or have them back: all of them the way the first one is not. Cards are not cut out; one that a file says is can be had back. */
export function toggleBypass(doc: GraphDocument, ids: ReadonlySet<string>): GraphDocument {
  const can = (node: GraphNode): boolean => ids.has(node.id) && (!isCard(node) || node.data?.bypassed === true);
  const first = doc.nodes.find(can);
  if (!first) return doc;
  const bypassed = !first.data?.bypassed;
  return changeNodes(doc, (node) => {
    if (!can(node)) return node;
    const { bypassed: _, ...data } = node.data ?? {};
    return { ...node, data: bypassed ? { ...data, bypassed } : data };
  });
}

function changeNodes(doc: GraphDocument, change: (node: GraphNode) => GraphNode): GraphDocument {
  let isChanged = false;
  const nodes = doc.nodes.map((node) => {
    const next = change(node);
    isChanged ||= next !== node;
    return next;
  });
  return isChanged ? { ...doc, nodes } : doc;
}

function idsOf(doc: GraphDocument): Set<string> {
  return new Set(doc.nodes.map((node) => node.id));
}

function feeds(edge: GraphEdge, target: string, handle: string): boolean {
  return edge.type !== 'trigger' && edge.target === target && (edge.targetHandle ?? '') === handle;
}

function sameEnds(edge: GraphEdge, ends: Ends): boolean {
  if (edge.source !== ends.source || edge.target !== ends.target) return false;
  if (edge.type === 'trigger') return true;
  return (edge.sourceHandle ?? '') === ends.sourceHandle && (edge.targetHandle ?? '') === ends.targetHandle;
}
