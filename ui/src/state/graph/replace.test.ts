import { expect, it } from 'vitest';
import { indexed, type NodeRow } from './catalog';
import type { GraphDocument } from './document';
import { candidates, replaced } from './replace';

const port = (name: string, data_type: string) => ({ name, data_type, optional: false, description: '', media: null });
const param = (name: string, param_type: string, options: unknown[] = []) => ({ name, param_type, options, default: null, visible_when: {} });
const row = (node_name: string, inputs: object[], outputs: object[], params: object[] = []) => ({ node_name, inputs, outputs, params, category: 'C' }) as unknown as NodeRow;

const catalog = indexed([
  row('Ones', [], [port('tensor', 'TENSOR')]),
  row('Data', [], [port('dataset', 'DATASET')]),
  row('Print', [port('value', 'ANY')], []),
  row('Conv', [port('tensor', 'TENSOR'), port('kernel', 'TENSOR')], [port('tensor', 'TENSOR')], [param('size', 'int'), param('mode', 'select', ['a', 'b']), param('on', 'bool')]),
]);
const wire = (id: string, source: string, sourceHandle: string, target: string, targetHandle: string) => ({ id, source, sourceHandle, target, targetHandle });
const lost = { id: 'x', type: 'ConvOld', data: { label: 'Mine', params: { size: 3, mode: 'c', on: true, gone: 1 } } };
const doc: GraphDocument = {
  nodes: [{ id: 'o', type: 'Ones' }, { id: 'd', type: 'Data' }, { id: 'p', type: 'Print' }, lost],
  edges: [
    { id: 't', source: 's', target: 'x', type: 'trigger' }, wire('1', 'o', 'tensor', 'x', 'kernel'), wire('2', 'o', 'tensor', 'x', 'image'),
    wire('3', 'd', 'dataset', 'x', 'data'), wire('4', 'x', 'result', 'p', 'value'),
  ],
  subgraphs: [{ id: 's', nodes: [lost], edges: [] }],
};

it('what has its name or fits is kept, the rest is told', () => {
  const { doc: next, ...told } = replaced(doc, catalog, 'ConvOld', catalog.byName.get('Conv')!);
  expect(told).toEqual({ count: 2, kept: 7, params: ['gone', 'mode'], wires: ['d.dataset'] });
  expect(next.nodes[3]).toEqual({ id: 'x', type: 'Conv', data: { label: 'Mine', params: { size: 3, on: true } } });
  expect(next.edges.map(({ id, sourceHandle, targetHandle }) => [id, sourceHandle, targetHandle])).toEqual([
    ['t', undefined, undefined], ['1', 'tensor', 'kernel'], ['2', 'tensor', 'tensor'], ['4', 'tensor', 'value'],
  ]);
  expect((next['subgraphs'] as GraphDocument[])[0]!.nodes[0]!.type).toBe('Conv');
});

it('the type that keeps most comes first', () => {
  expect(candidates(doc, catalog, 'ConvOld', catalog.rows).map((one) => one.node_name)).toEqual(['Conv', 'Ones', 'Data', 'Print']);
});
