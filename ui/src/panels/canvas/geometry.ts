/** Sizes of a node, from its type alone: the canvas knows every place before anything is drawn. Pixels at zoom 1. */
import type { NodeRow } from '../../state/graph/catalog';
import { NOTE, START, TRIGGER_HANDLE, type GraphNode } from '../../state/graph/document';
import { CARD_CATEGORY } from '../../state/graph/subgraph/rows';
import { isSecretName } from '../../state/graph/secrets';

export const WIDTH = 176;
export const WIDE = 224;
export const HEAD = 28;
export const PORT_ROW = 22;
export const PARAM_ROW = 24;
export const FOOT = 4;
export const PORT = 12;
/** Params shown on the node itself; the others are in the inspector. */
export const SHOWN_PARAMS = 3;
const LARGEST_NOTE = 20_000;
/** What was shared inside a subgraph was shared to be seen. */
const SHOWN_SHARED = 8;

export interface Box {
  width: number;
  height: number;
  inputs: readonly { name: string; type: string; optional: boolean; y: number }[];
  outputs: readonly { name: string; type: string; y: number }[];
  params: readonly string[];
}

/** The box of a node. row: of its type, undefined where the server has none. */
export function boxOf(node: GraphNode, row: NodeRow | undefined): Box {
  if (node.type === NOTE) return noteBox(node);
  const inputs = row?.inputs ?? [];
  const outputs = node.type === START ? [{ name: 'trigger', data_type: 'TRIGGER' }] : (row?.outputs ?? []);
  const params = shownParams(row);
  const rows = Math.max(inputs.length, outputs.length, row || node.type === START ? 0 : 1);
  const longest = Math.max(0, ...inputs.map((port, at) => port.name.length + (outputs[at]?.name.length ?? 0)));
  return {
    width: longest > 22 ? WIDE : WIDTH,
    height: HEAD + rows * PORT_ROW + params.length * PARAM_ROW + FOOT,
    inputs: inputs.map((port, at) => ({ name: port.name, type: port.data_type, optional: port.optional, y: rowY(at) })),
    outputs: outputs.map((port, at) => ({ name: port.name, type: port.data_type, y: rowY(at) })),
    params,
  };
}

/** What is drawn of a type that nobody knows: the ports that its wires name, and some of its params. Notes and Start are none. */
export function placeholder(node: GraphNode, connected: ReadonlySet<string>): NodeRow | undefined {
  if (node.type === NOTE || node.type === START) return undefined;
  const named = (kind: 'in' | 'out'): string[] =>
    [...connected].flatMap((port) => (port.startsWith(`${kind}:`) && !port.endsWith(`:${TRIGGER_HANDLE}`) ? [port.slice(kind.length + 1)] : []));
  const port = (name: string) => ({ name, data_type: 'ANY', optional: true, description: '', media: null });
  const params = Object.keys(node.data?.params ?? {}).map((name) => ({
    name, param_type: isSecretName(name) ? 'secret' : 'string', default: null, options: [], min_value: null, max_value: null, visible_when: {}, advanced: false, description: '',
  }));
  return {
    node_name: node.type, name_zh_TW: node.type, category: '', description: '', inputs: named('in').sort().map(port), outputs: named('out').sort().map(port),
    params, requires_extra: null, cacheable: false, align_inputs: false, structural_params: [], dynamic_ports: false, provider: '',
  };
}

function rowY(at: number): number {
  return HEAD + at * PORT_ROW + PORT_ROW / 2;
}

function shownParams(row: NodeRow | undefined): string[] {
  if (!row) return [];
  const plain = row.params.filter(
    (param) => !param.advanced && !['secret', 'code', 'tensor_grid'].includes(param.param_type) && Object.keys(param.visible_when).length === 0,
  );
  return plain.slice(0, row.category === CARD_CATEGORY.subgraph ? SHOWN_SHARED : SHOWN_PARAMS).map((param) => param.name);
}

function noteBox(node: GraphNode): Box {
  const [width, height] = [sizeOf(node.data?.['noteWidth'], 220), sizeOf(node.data?.['noteHeight'], 96)];
  return { width, height, inputs: [], outputs: [], params: [] };
}

/** A length that can be drawn, in pixels. */
function sizeOf(given: unknown, usual: number): number {
  const size = Number(given);
  return size > 0 && size <= LARGEST_NOTE ? size : usual;
}
