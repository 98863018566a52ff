/** A graph as rows: nodes in the order in which they run, and below an open one its inputs, outputs and params. */
import { isCompatible } from './catalog';
import { NOTE, START, TRIGGER_HANDLE, type GraphDocument, type GraphEdge, type GraphNode } from './document';

/** The ports of a node, as the canvas has them. */
export interface Ports {
  inputs: readonly { name: string; type: string; optional: boolean }[];
  outputs: readonly { name: string; type: string }[];
}

export interface End {
  node: string;
  port: string;
  type: string;
}

export type Row =
  | { kind: 'node'; key: string; node: GraphNode; isOpen: boolean; at: number; of: number; inputs: readonly Link[]; outputs: readonly Link[] }
  | { kind: 'in' | 'out'; key: string; node: GraphNode; port: string; type: string; isOptional: boolean; links: readonly Link[]; at: number; of: number }
  | { kind: 'param'; key: string; node: GraphNode; name: string; at: number; of: number };

export type PortRow = Extract<Row, { port: string }>;

/** A wire as it looks from one of its ends. */
export interface Link {
  edge: string;
  /** The port at this end, and what is at the other one. */
  port: string;
  other: string;
  otherPort: string;
}

interface Asked {
  ports: (node: GraphNode) => Ports;
  /** Names of the params of a node that can be changed. */
  params: (node: GraphNode) => readonly string[];
  /** Ids of open nodes. */
  open: ReadonlySet<string>;
  matches: (node: GraphNode) => boolean;
}

/** The rows of a document. Notes are none: they are no part of what runs. */
export function rowsOf(doc: GraphDocument, { ports, params, open, matches }: Asked): Row[] {
  const links = linksOf(doc);
  const nodes = inOrder(doc).filter((node) => node.type !== NOTE && matches(node));
  const rows: Row[] = [];
  nodes.forEach((node, index) => {
    const { into, out } = links.get(node.id) ?? NONE;
    const isOpen = open.has(node.id);
    rows.push({ kind: 'node', key: node.id, node, isOpen, at: index + 1, of: nodes.length, inputs: into, outputs: out });
    if (isOpen) rows.push(...parts(node, ports(node), params(node), into, out));
  });
  return rows;
}

const NONE: { into: readonly Link[]; out: readonly Link[] } = { into: [], out: [] };

function parts(node: GraphNode, ports: Ports, params: readonly string[], into: readonly Link[], out: readonly Link[]): Row[] {
  const start = node.type === START ? [] : [{ name: TRIGGER_HANDLE, type: 'TRIGGER', optional: true }];
  const inputs = [...ports.inputs, ...start];
  const of = inputs.length + ports.outputs.length + params.length;
  let at = 0;
  return [
    ...inputs.map(({ name, type, optional }): Row => ({
      kind: 'in', key: `${node.id} in ${name}`, node, port: name, type, isOptional: optional, links: into.filter((link) => link.port === name), at: ++at, of,
    })),
    ...ports.outputs.map(({ name, type }): Row => ({
      kind: 'out', key: `${node.id} out ${name}`, node, port: name, type, isOptional: true, links: out.filter((link) => link.port === name), at: ++at, of,
    })),
    ...params.map((name): Row => ({ kind: 'param', key: `${node.id} param ${name}`, node, name, at: ++at, of })),
  ];
}

function linksOf(doc: GraphDocument): Map<string, { into: Link[]; out: Link[] }> {
  const found = new Map(doc.nodes.map((node) => [node.id, { into: [] as Link[], out: [] as Link[] }]));
  for (const edge of doc.edges) {
    const [source, target] = [sourcePort(edge), targetPort(edge)];
    found.get(edge.source)?.out.push({ edge: edge.id, port: source, other: edge.target, otherPort: target });
    found.get(edge.target)?.into.push({ edge: edge.id, port: target, other: edge.source, otherPort: source });
  }
  return found;
}

function sourcePort(edge: GraphEdge): string {
  return edge.sourceHandle || (edge.type === 'trigger' ? 'trigger' : '');
}

function targetPort(edge: GraphEdge): string {
  return edge.type === 'trigger' ? TRIGGER_HANDLE : (edge.targetHandle ?? '');
}

/** Nodes with what feeds them before them; else as in the document. A loop is entered at its first node. */
export function inOrder(doc: GraphDocument): GraphNode[] {
  const byId = new Map(doc.nodes.map((node) => [node.id, node]));
  const feeds = new Map<string, string[]>();
  for (const edge of doc.edges) {
    const list = feeds.get(edge.target);
    if (list) list.push(edge.source);
    else feeds.set(edge.target, [edge.source]);
  }
  const done = new Set<string>();
  const begun = new Set<string>();
  const order: GraphNode[] = [];
  for (const { id } of doc.nodes) {
    const stack = [id];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (!begun.has(top)) {
        begun.add(top);
        for (const source of (feeds.get(top) ?? []).toReversed()) if (byId.has(source) && !begun.has(source)) stack.push(source);
        continue;
      }
      stack.pop();
      if (done.has(top)) continue;
      done.add(top);
      order.push(byId.get(top)!);
    }
  }
  return order;
}

/** Ports that a wire of this one can lead to, in the order of the rows; those that would close a loop are left out. */
export function partners(doc: GraphDocument, kind: 'in' | 'out', from: End, ports: (node: GraphNode) => Ports): End[] {
  const isTrigger = from.type === 'TRIGGER';
  const taken = new Set(
    doc.edges
      .filter((edge) => (kind === 'in' ? edge.target === from.node && targetPort(edge) === from.port : edge.source === from.node && sourcePort(edge) === from.port))
      .map((edge) => (kind === 'in' ? `${edge.source} ${sourcePort(edge)}` : `${edge.target} ${targetPort(edge)}`)),
  );
  const barred = isTrigger ? new Set([from.node]) : reached(doc, from.node, kind);
  const found: End[] = [];
  for (const node of inOrder(doc)) {
    if (barred.has(node.id) || node.type === NOTE) continue;
    for (const end of endsOf(node, kind, isTrigger, ports)) {
      const fits = kind === 'in' ? isCompatible(end.type, from.type) : isCompatible(from.type, end.type);
      if (fits && !taken.has(`${node.id} ${end.port}`)) found.push(end);
    }
  }
  return found;
}

function endsOf(node: GraphNode, kind: 'in' | 'out', isTrigger: boolean, ports: (node: GraphNode) => Ports): End[] {
  if (isTrigger) {
    if ((node.type === START) !== (kind === 'in')) return [];
    return [{ node: node.id, port: kind === 'in' ? 'trigger' : TRIGGER_HANDLE, type: 'TRIGGER' }];
  }
  const found = ports(node);
  return (kind === 'in' ? found.outputs : found.inputs).map(({ name, type }) => ({ node: node.id, port: name, type }));
}

/** The node itself and all that its wires lead to (`in`: a source from there would close a loop), or that lead to it. */
function reached(doc: GraphDocument, from: string, kind: 'in' | 'out'): Set<string> {
  const next = new Map<string, string[]>();
  for (const edge of doc.edges) {
    if (edge.type === 'trigger') continue;
    const [here, there] = kind === 'in' ? [edge.source, edge.target] : [edge.target, edge.source];
    const list = next.get(here);
    if (list) list.push(there);
    else next.set(here, [there]);
  }
  const seen = new Set([from]);
  const todo = [from];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    for (const other of next.get(id) ?? []) {
      if (seen.has(other)) continue;
      seen.add(other);
      todo.push(other);
    }
  }
  return seen;
}

/** A place to the right of a node, or of all of them, where none is yet. */
export function placeBeside(doc: GraphDocument, id: string | null): { x: number; y: number } {
  const node = doc.nodes.find((one) => one.id === id) ?? doc.nodes.at(-1);
  const at = { x: (node?.position?.x ?? -280) + 280, y: node?.position?.y ?? 0 };
  const isTaken = (): boolean =>
    doc.nodes.some(({ position }) => position && Math.abs(position.x - at.x) < 240 && Math.abs(position.y - at.y) < 160);
  while (isTaken()) at.y += 180;
  return at;
}
