/** What a wire may join: from a port to all that fit; and along wires to neighbours. */
import { isCompatible, type Catalog, type NodeRow } from './catalog';
import { NOTE, START, TRIGGER_HANDLE, type GraphDocument, type GraphEdge, type GraphNode } from './document';
import { connect, removeEdges, type Ends } from './edits';
import { reached } from './reach';
import type { Rects } from './rect';

/** A port of a node. kind: `out` gives, `in` takes. */
export interface PortRef {
  node: string;
  port: string;
  kind: 'in' | 'out';
}

export function portKey({ node, port, kind }: PortRef): string {
  return `${kind} ${port} ${node}`;
}

/** The ends of a wire between two ports, whichever was taken first. */
export function endsBetween(one: PortRef, other: PortRef): Ends {
  const [from, to] = one.kind === 'out' ? [one, other] : [other, one];
  return { source: from.node, sourceHandle: from.port, target: to.node, targetHandle: to.port };
}

/** The type of a port; null where its node or type is not known. */
export function typeOf(doc: GraphDocument, catalog: Catalog, ref: PortRef): string | null {
  const node = doc.nodes.find((one) => one.id === ref.node);
  return (node && portsOf(node, catalog).find((one) => one.port === ref.port && one.kind === ref.kind)?.type) ?? null;
}

export interface TypedPort extends PortRef {
  type: string;
}

/** Every port of a node that a wire can end at, the trigger's among them. */
export function portsOf(node: GraphNode, catalog: Catalog): TypedPort[] {
  if (node.type === NOTE) return [];
  if (node.type === START) return [{ node: node.id, port: 'trigger', kind: 'out', type: 'TRIGGER' }];
  const row = catalog.byName.get(node.type);
  return [
    ...(row?.inputs ?? []).map((port): TypedPort => ({ node: node.id, port: port.name, kind: 'in', type: port.data_type })),
    ...(row?.outputs ?? []).map((port): TypedPort => ({ node: node.id, port: port.name, kind: 'out', type: port.data_type })),
    { node: node.id, port: TRIGGER_HANDLE, kind: 'in', type: 'TRIGGER' },
  ];
}

/** Every port that a wire from this one may go to, in the order of the document. without: a wire that is to be replaced. */
export function fitting(doc: GraphDocument, catalog: Catalog, from: PortRef, without?: string): TypedPort[] {
  const type = typeOf(doc, catalog, from);
  if (type === null) return [];
  const edges = doc.edges.filter((edge) => edge.id !== without);
  const barred = from.kind === 'out' ? reached(edges, from.node, 'back') : reached(edges, from.node, 'on');
  const there = new Set(edges.flatMap((edge) => (joins(edge, from) ? [otherEnd(edge, from)] : [])));
  return doc.nodes.flatMap((node) => {
    if (barred.has(node.id)) return [];
    return portsOf(node, catalog).filter((port) => {
      if (port.kind === from.kind || there.has(portKey(port))) return false;
      return from.kind === 'out' ? isCompatible(type, port.type) : isCompatible(port.type, type);
    });
  });
}

/** Ports of one node that a wire from elsewhere fits, free ones first; triggers only for a trigger. */
export function fittingOn(doc: GraphDocument, catalog: Catalog, from: PortRef, node: string): { port: TypedPort; isFree: boolean }[] {
  const found = fitting(doc, catalog, from)
    .filter((port) => port.node === node)
    .map((port) => ({ port, isFree: port.kind === 'out' || !doc.edges.some((edge) => joins(edge, port)) }));
  return [...found.filter((one) => one.isFree), ...found.filter((one) => !one.isFree)];
}

/** What flows through a wire, and what is wanted at its end; null for a trigger, and where that is not known. */
export function typesOfWire(doc: GraphDocument, catalog: Catalog, edge: string): { gives: string; wants: string } | null {
  const wire = doc.edges.find((one) => one.id === edge);
  if (!wire || wire.type === 'trigger') return null;
  const gives = typeOf(doc, catalog, { node: wire.source, port: wire.sourceHandle ?? '', kind: 'out' });
  const wants = typeOf(doc, catalog, { node: wire.target, port: wire.targetHandle ?? '', kind: 'in' });
  return gives !== null && wants !== null ? { gives, wants } : null;
}

/** Whether a node of a type can stand in the middle of such a wire. */
export function standsIn(row: NodeRow, { gives, wants }: { gives: string; wants: string }): boolean {
  return row.inputs.some((port) => isCompatible(gives, port.data_type)) && row.outputs.some((port) => isCompatible(port.data_type, wants));
}

/** Put a wire elsewhere: one step. */
export function reconnect(doc: GraphDocument, edge: string, ends: Ends): GraphDocument {
  return connect(removeEdges(doc, new Set([edge])), ends);
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The node to go to: along wires to the left and right (the nearest one in height), up and down among those of one column. */
export function neighbour(doc: GraphDocument, rects: Rects, from: string, direction: Direction): string | null {
  const here = rects.get(from);
  if (!here) return null;
  const along = doc.edges.flatMap((edge) => {
    if (direction === 'right' && edge.source === from) return [edge.target];
    return direction === 'left' && edge.target === from ? [edge.source] : [];
  });
  const isAlong = direction === 'left' || direction === 'right';
  const others = isAlong ? along : doc.nodes.map((node) => node.id).filter((id) => id !== from);
  let best: [number, string] | null = null;
  for (const id of others) {
    const rect = rects.get(id);
    if (!rect) continue;
    const [dx, dy] = [rect.x + rect.width / 2 - here.x - here.width / 2, rect.y - here.y];
    if (direction === 'up' && dy >= 0) continue;
    if (direction === 'down' && dy <= 0) continue;
    const far = isAlong ? Math.abs(dy) : Math.abs(dy) + 3 * Math.abs(dx);
    if (!best || far < best[0]) best = [far, id];
  }
  return best?.[1] ?? null;
}

function joins(edge: GraphEdge, port: PortRef): boolean {
  if (port.kind === 'out') return edge.source === port.node && (edge.sourceHandle || (edge.type === 'trigger' ? 'trigger' : '')) === port.port;
  const handle = edge.type === 'trigger' ? TRIGGER_HANDLE : (edge.targetHandle ?? '');
  return edge.target === port.node && handle === port.port;
}

function otherEnd(edge: GraphEdge, port: PortRef): string {
  const isTrigger = edge.type === 'trigger';
  return port.kind === 'out'
    ? portKey({ node: edge.target, port: isTrigger ? TRIGGER_HANDLE : (edge.targetHandle ?? ''), kind: 'in' })
    : portKey({ node: edge.source, port: edge.sourceHandle || (isTrigger ? 'trigger' : ''), kind: 'out' });
}
