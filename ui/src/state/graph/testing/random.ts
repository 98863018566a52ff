/** Graphs and edits made by chance, from a seed: what tests try in great numbers. */
import type { Catalog, NodeRow } from '../catalog';
import { indexed } from '../catalog';
import type { GraphDocument, GraphEdge, GraphNode } from '../document';

/** Numbers from 0 to 1 from a seed (mulberry32, public domain). */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function below(roll: () => number, limit: number): number {
  return Math.floor(roll() * limit);
}

export function pick<T>(roll: () => number, list: readonly T[]): T {
  return list[below(roll, list.length)]!;
}

const port = (name: string, data_type: string) => ({ name, data_type, optional: false, description: '', media: null });

function row(node_name: string, inputs: [string, string][], outputs: [string, string][], params: string[] = []): NodeRow {
  return {
    node_name, name_zh_TW: node_name, category: 'Data', description: '', inputs: inputs.map(([a, b]) => port(a, b)),
    outputs: outputs.map(([a, b]) => port(a, b)),
    params: params.map((name) => ({
      name, param_type: name === 'key' ? 'secret' : 'int', default: 1, options: [], min_value: null, max_value: null,
      visible_when: {}, advanced: false, description: '',
    })),
    requires_extra: null, cacheable: true, align_inputs: false, structural_params: [], dynamic_ports: false, provider: 'builtin',
  };
}

/** A few types that fit one another in part. */
export const TYPES: Catalog = indexed([
  row('Source', [], [['tensor', 'TENSOR'], ['names', 'LIST']], ['size', 'key']),
  row('Join', [['left', 'TENSOR'], ['right', 'TENSOR']], [['tensor', 'TENSOR']]),
  row('Train', [['model', 'MODEL'], ['data', 'DATASET']], [['model', 'MODEL']], ['epochs']),
  row('Print', [['value', 'ANY']], [['value', 'ANY']]),
]);

/** A document of `size` nodes with wires to later ones, a start, a note, a frame, and keys that nobody knows. */
export function madeUp(roll: () => number, size: number): GraphDocument {
  const nodes: GraphNode[] = [{ id: 'go', type: 'Start', position: { x: 0, y: 0 }, data: { params: {} } }];
  const edges: GraphEdge[] = [];
  for (let at = 0; at < size; at += 1) {
    const type = pick(roll, ['Source', 'Join', 'Train', 'Print', 'Unknown', 'note']);
    nodes.push({
      id: `n${at}`, type, position: { x: below(roll, 900), y: below(roll, 900) },
      data: { params: { size: below(roll, 9), key: 'hush' }, colour: below(roll, 5), later: { deep: [at] } },
      kept: { also: at },
    });
    if (type === 'note') nodes.at(-1)!.data!['boundToNodeId'] = pick(roll, nodes).id;
    const source = pick(roll, nodes.slice(0, -1));
    if (type === 'note' || source.type === 'note') continue;
    const isTrigger = source.type === 'Start';
    edges.push({
      id: `e${at}`, source: source.id, target: `n${at}`, sourceHandle: isTrigger ? 'trigger' : 'tensor',
      targetHandle: isTrigger ? '' : 'value', type: isTrigger ? 'trigger' : 'data', kept: at,
    });
  }
  const frame = { id: 'frame', title: 'One', colour: 'blue', x: 100, y: 100, width: 400, height: 400, kept: true };
  return { name: 'made up', nodes, edges, settings: { seed: 1 }, ui: { frames: [frame], kept: 1 }, kept: { top: true } };
}
