/** Another type for nodes of a type: what has the same name, or at least fits, is kept. Pure. */
import { isCompatible, type Catalog, type NodeRow, type Param, type Port } from './catalog';
import { TRIGGER_HANDLE, type GraphDocument, type GraphEdge, type GraphNode } from './document';
import { eachLevel } from './subgraph/ports';
import { typeOf } from './wires';

export interface Replaced {
  doc: GraphDocument;
  /** Nodes that have the other type now. */
  count: number;
  kept: number;
  /** Params by name, and wires as `node.port`, that the other type has no place for. */
  params: readonly string[];
  wires: readonly string[];
}

/** All nodes of a type, on the canvas and in its cards, as nodes of another. */
export function replaced(root: GraphDocument, catalog: Catalog, from: string, row: NodeRow): Replaced {
  const tally = { count: 0, kept: 0, params: new Set<string>(), wires: [] as string[] };
  const doc = eachLevel(root, (level) => {
    const ids = level.nodes.filter((node) => node.type === from).map((node) => node.id);
    return ids.reduce((next, id) => withType(next, catalog, id, row, tally), level);
  });
  return { doc, count: tally.count, kept: tally.kept, params: [...tally.params].sort(), wires: tally.wires };
}

type Tally = { count: number; kept: number; params: Set<string>; wires: string[] };

function withType(level: GraphDocument, catalog: Catalog, id: string, row: NodeRow, tally: Tally): GraphDocument {
  tally.count += 1;
  const nodes = level.nodes.map((node) => (node.id === id ? withParams(node, row, tally) : node));
  const into = placed(level, catalog, id, row, 'in');
  const out = placed(level, catalog, id, row, 'out');
  const edges = level.edges.flatMap((edge): GraphEdge[] => {
    if (edge.type === 'trigger' || (edge.source !== id && edge.target !== id)) return [edge];
    const end = edge.target === id ? into.get(edge.id) : out.get(edge.id);
    if (end === undefined) {
      const [other, port] = edge.target === id ? [edge.source, edge.sourceHandle] : [edge.target, edge.targetHandle];
      tally.wires.push(`${other}.${port ?? ''}`);
      return [];
    }
    tally.kept += 1;
    return [edge.target === id ? { ...edge, targetHandle: end } : { ...edge, sourceHandle: end }];
  });
  return { ...level, nodes, edges };
}

function withParams(node: GraphNode, row: NodeRow, tally: Tally): GraphNode {
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(node.data?.params ?? {})) {
    const param = row.params.find((one) => one.name === name);
    if (param && isOf(param, value)) {
      params[name] = value;
      tally.kept += 1;
    } else tally.params.add(name);
  }
  return { ...node, type: row.node_name, data: { ...node.data, params } };
}

function isOf(param: Param, value: unknown): boolean {
  switch (param.param_type) {
    case 'int':
      return Number.isInteger(value);
    case 'float':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'select':
      return (param.options as unknown[]).includes(value);
    default:
      return typeof value === 'string' || typeof value === 'object';
  }
}

/** By wire: the port of the row that it goes to. Those of its own name come first; an input takes one wire. */
function placed(level: GraphDocument, catalog: Catalog, id: string, row: NodeRow, kind: 'in' | 'out'): Map<string, string> {
  const ports = kind === 'in' ? row.inputs : row.outputs;
  const mine = level.edges.filter((edge) => edge.type !== 'trigger' && (kind === 'in' ? edge.target === id && edge.targetHandle !== TRIGGER_HANDLE : edge.source === id));
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const give = (edge: GraphEdge, port: Port | undefined): void => {
    if (!port || found.has(edge.id)) return;
    found.set(edge.id, port.name);
    if (kind === 'in') taken.add(port.name);
  };
  const fits = (edge: GraphEdge, port: Port): boolean => {
    if (taken.has(port.name)) return false;
    const other = kind === 'in' ? { node: edge.source, port: edge.sourceHandle ?? '', kind: 'out' as const } : { node: edge.target, port: edge.targetHandle ?? '', kind: 'in' as const };
    const type = typeOf(level, catalog, other) ?? 'ANY';
    return kind === 'in' ? isCompatible(type, port.data_type) : isCompatible(port.data_type, type);
  };
  for (const edge of mine) give(edge, ports.find((port) => port.name === (kind === 'in' ? edge.targetHandle : edge.sourceHandle) && fits(edge, port)));
  for (const edge of mine) give(edge, ports.find((port) => fits(edge, port)));
  return found;
}

/** Rows by how much of the nodes they keep, the best first. Of those that keep the same, a name that is alike comes first. */
export function candidates(root: GraphDocument, catalog: Catalog, from: string, rows: readonly NodeRow[]): NodeRow[] {
  const name = from.toLowerCase();
  const scored = rows.filter((row) => row.node_name !== from).map((row) => {
    const { kept, params, wires } = replaced(root, catalog, from, row);
    return { row, score: 2 * kept - params.length - 2 * wires.length + 3 * alike(name, row.node_name.toLowerCase()) };
  });
  return scored.sort((a, b) => b.score - a.score || a.row.node_name.localeCompare(b.row.node_name)).map(({ row }) => row);
}

/** The share of pairs of letters that two names have in common. */
function alike(one: string, other: string): number {
  const pairs = (text: string): Set<string> => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
  const [mine, its] = [pairs(one), pairs(other)];
  const shared = [...mine].filter((pair) => its.has(pair)).length;
  return mine.size + its.size === 0 ? 0 : (2 * shared) / (mine.size + its.size);
}
