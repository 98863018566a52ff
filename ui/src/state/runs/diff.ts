/** In what the graphs and options of several runs differ; what is the same everywhere is left out. Pure. */
import type { Run } from '../../api/types.gen';
import type { GraphDocument, GraphEdge, GraphNode } from '../graph/document';
import { subgraphsOf } from '../graph/subgraph/definition';

/** One thing that differs. values: one a run, in their order; undefined where a run has no such thing. */
export interface Difference {
  /** What it is of: a node's title, or nothing for the run itself. */
  of: string;
  name: string;
  values: readonly unknown[];
  /** Of each run: its value is not the one that most have. */
  odd: readonly boolean[];
}

export interface Differences {
  params: readonly Difference[];
  /** How many params were looked at. */
  looked: number;
  /** Nodes that not all have, have of another type, or have bypassed. */
  nodes: readonly Difference[];
  /** Wires that not all have. */
  wires: readonly Difference[];
}

/** The default of a node type's param, or undefined. */
export type DefaultOf = (type: string, param: string) => unknown;

/** Params that the graph does not write down have their defaults. A graph that is not known yet takes no part. */
export function differencesOf(documents: readonly (GraphDocument | null)[], runs: readonly (Run | undefined)[], defaultOf: DefaultOf): Differences {
  const graphs = documents.map((document) => document && flat(document));
  const byId = graphs.map((graph) => new Map((graph?.nodes ?? []).map((node) => [node.id, node])));
  const ids = [...new Set(byId.flatMap((nodes) => [...nodes.keys()]))];
  const params: Difference[] = [...optionDifferences(runs)];
  const nodes: Difference[] = [];
  let looked = 0;
  for (const id of ids) {
    const found = byId.map((one) => one.get(id));
    const first = found.find((node) => node !== undefined)!;
    const title = first.data?.label || first.type;
    const kinds = found.map((node, at) => (graphs[at] === null ? UNKNOWN : node && `${node.type}${node.data?.bypassed ? ' –' : ''}`));
    add(nodes, title, '', kinds);
    const names = [...new Set(found.flatMap((node) => Object.keys(node?.data?.params ?? {})))];
    looked += names.length;
    for (const name of names) {
      add(params, title, name, found.map((node, at) => (graphs[at] === null ? UNKNOWN : node && paramOf(node, name, defaultOf))));
    }
  }
  return { params, looked, nodes, wires: wireDifferences(graphs) };
}

interface Flat {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

/** The canvas and the insides of its subgraphs as one level; ids and titles inside begin with the subgraph's. */
function flat(root: GraphDocument): Flat {
  const nodes = [...root.nodes];
  const edges = [...root.edges];
  for (const definition of subgraphsOf(root)) {
    const inside = (id: string): string => `${definition.id}/${id}`;
    for (const node of definition.nodes) {
      const label = `${definition.name || definition.id} / ${node.data?.label || node.type}`;
      nodes.push({ ...node, id: inside(node.id), data: { ...node.data, label } });
    }
    for (const edge of definition.edges) edges.push({ ...edge, source: inside(edge.source), target: inside(edge.target) });
  }
  return { nodes, edges };
}

/** Stands for what is not known: it differs from nothing. */
const UNKNOWN = Symbol('unknown');

function paramOf(node: GraphNode, name: string, defaultOf: DefaultOf): unknown {
  return node.data?.params?.[name] ?? defaultOf(node.type, name);
}

function optionDifferences(runs: readonly (Run | undefined)[]): Difference[] {
  const found: Difference[] = [];
  const names = [...new Set(runs.flatMap((run) => Object.keys(run?.options ?? {})))];
  for (const name of names) add(found, '', name, runs.map((run) => (run ? run.options[name] : UNKNOWN)));
  return found;
}

function wireDifferences(graphs: readonly (Flat | null)[]): Difference[] {
  const sets = graphs.map((graph) => {
    const titles = new Map((graph?.nodes ?? []).map((node) => [node.id, node.data?.label || node.type]));
    const end = (id: string, handle: string | undefined): string => `${titles.get(id) ?? id}${handle ? `.${handle}` : ''}`;
    return new Set((graph?.edges ?? []).map((edge) => `${end(edge.source, edge.sourceHandle)} → ${end(edge.target, edge.targetHandle)}`));
  });
  const found: Difference[] = [];
  for (const wire of new Set(sets.flatMap((set) => [...set]))) {
    add(found, wire, '', sets.map((set, at) => (graphs[at] === null ? UNKNOWN : set.has(wire))));
  }
  return found;
}

function add(found: Difference[], of: string, name: string, values: readonly unknown[]): void {
  const texts = values.map((value) => (value === UNKNOWN ? null : JSON.stringify(value ?? null)));
  const known = texts.filter((text) => text !== null);
  if (new Set(known).size < 2) return;
  const counts = new Map<string, number>();
  for (const text of known) counts.set(text, (counts.get(text) ?? 0) + 1);
  const usual = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
  found.push({ of, name, values: values.map((value) => (value === UNKNOWN ? undefined : value)), odd: texts.map((text) => text !== null && text !== usual) });
}

/** A value in a cell: texts as they are, numbers as short as they can be read. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
