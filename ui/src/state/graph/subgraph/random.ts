/** Random graphs for tests: the same ones for the same seed. Not part of the program. */
import { indexed, type Catalog, type NodeRow } from '../catalog';
import type { GraphDocument, GraphEdge, GraphNode } from '../document';

export type Chance = (below: number) => number;

/** Whole numbers from 0 to below `below`, from a seed (mulberry32). */
export function chances(seed: number): Chance {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/** A type with two inputs, two outputs and a param. */
export const CATALOG: Catalog = indexed([
  {
    node_name: 'Mix', name_zh_TW: '', category: 'Test', description: '',
    inputs: ['a', 'b'].map((name) => ({ name, data_type: 'TENSOR', optional: name === 'b', description: '', media: null })),
    outputs: ['x', 'y'].map((name) => ({ name, data_type: 'TENSOR', optional: false, description: '', media: null })),
    params: [{ name: 'rate', param_type: 'float', default: 0.5, options: [], min_value: null, max_value: null, visible_when: {}, advanced: false, description: '' }],
  } as unknown as NodeRow,
]);

/** A graph without loops in which every input has one wire at most, with Starts, notes and keys that nobody knows. */
export function randomGraph(chance: Chance): GraphDocument {
  const nodes: GraphNode[] = Array.from({ length: 3 + chance(8) }, (_, at) => ({
    id: `n${at}`, type: 'Mix', position: { x: chance(900), y: chance(500) }, own: chance(9),
    data: { params: chance(2) ? { rate: chance(9) } : {}, ...(chance(5) === 0 && { bypassed: true }) },
  }));
  const edges: GraphEdge[] = [];
  for (const [at, node] of nodes.entries()) {
    for (const input of ['a', 'b']) {
      if (at === 0 || chance(3) === 0) continue;
      edges.push({ id: `e${edges.length}`, source: `n${chance(at)}`, sourceHandle: chance(2) ? 'x' : 'y', target: node.id, targetHandle: input, type: 'data', hue: chance(5) });
    }
  }
  for (let start = 0; start < 1 + chance(2); start += 1) {
    nodes.push({ id: `go${start}`, type: 'Start', position: { x: -200, y: 0 }, data: { params: {} } });
    for (const node of nodes.filter((one) => one.type === 'Mix')) {
      if (chance(3) === 0) edges.push({ id: `t${start}${node.id}`, source: `go${start}`, sourceHandle: 'trigger', target: node.id, targetHandle: '', type: 'trigger' });
    }
  }
  if (chance(2)) nodes.push({ id: 'note', type: 'note', position: { x: 5, y: 5 }, data: { noteContent: 'about' } });
  return { name: 'random', own: { deep: [1] }, nodes: shuffled(nodes, chance), edges: shuffled(edges, chance), settings: {} };
}

/** Some of the ids. */
export function some(ids: readonly string[], chance: Chance): Set<string> {
  return new Set(ids.filter(() => chance(2) === 0));
}

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = chance(at + 1);
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
