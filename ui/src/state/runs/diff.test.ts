import { expect, it } from 'vitest';
import type { Run } from '../../api/types.gen';
import type { GraphDocument } from '../graph/document';
import { differencesOf, valueText } from './diff';

const graph = (lr: unknown, more: Partial<GraphDocument> = {}): GraphDocument => ({
  nodes: [
    { id: 'a', type: 'Adam', data: { label: 'Optimizer', params: lr === undefined ? {} : { lr } } },
    { id: 't', type: 'Train', data: { params: { epochs: 3 } } },
  ],
  edges: [{ id: 'e', source: 'a', target: 't', sourceHandle: 'out', targetHandle: 'optimizer' }],
  ...more,
});
const run = (options: Record<string, number | string>): Run => ({ options }) as unknown as Run;
const none = (): unknown => undefined;

it('tells the params that differ, and which runs are the odd ones', () => {
  const { params, looked, nodes, wires } = differencesOf([graph(0.1), graph(0.1), graph(0.3)], [], none);
  expect(params).toEqual([{ of: 'Optimizer', name: 'lr', values: [0.1, 0.1, 0.3], odd: [false, false, true] }]);
  expect([looked, nodes, wires]).toEqual([2, [], []]);
});

it('takes what is not written down for the default', () => {
  const of = (): unknown => 0.1;
  expect(differencesOf([graph(0.1), graph(undefined)], [], of).params).toEqual([]);
  expect(differencesOf([graph(0.1), graph(undefined)], [], none).params[0]!.values).toEqual([0.1, undefined]);
});

it('tells nodes and wires that not all have', () => {
  const other = graph(0.1, { nodes: [{ id: 'a', type: 'SGD', data: { label: 'Optimizer', params: { lr: 0.1 } } }], edges: [] });
  const { nodes, wires } = differencesOf([graph(0.1), other], [], none);
  expect(nodes.map(({ of, values }) => [of, values])).toEqual([['Optimizer', ['Adam', 'SGD']], ['Train', ['Train', undefined]]]);
  expect(wires.map(({ of, values }) => [of, values])).toEqual([['Optimizer.out → Train.optimizer', [true, false]]]);
});

it('tells the options that differ, and leaves out a run or graph that is not known', () => {
  const { params } = differencesOf([graph(0.1), null, graph(0.2)], [run({ seed: 1, device: 'cpu' }), undefined, run({ seed: 2, device: 'cpu' })], none);
  expect(params.map(({ name, values, odd }) => [name, values, odd])).toEqual([
    ['seed', [1, undefined, 2], [false, false, true]],
    ['lr', [0.1, undefined, 0.2], [false, false, true]],
  ]);
});

it('looks into subgraphs', () => {
  const inner = (p: number): GraphDocument => graph(0.1, { subgraphs: [{ id: 's', name: 'Block', nodes: [{ id: 'd', type: 'Dropout', data: { params: { p } } }], edges: [] }] });
  expect(differencesOf([inner(0.1), inner(0.5)], [], none).params).toEqual([{ of: 'Block / Dropout', name: 'p', values: [0.1, 0.5], odd: [false, true] }]);
});

it('writes values short', () => {
  expect([0.1 + 0.2, 3, null, undefined, [1, 2], true, 'x'].map(valueText)).toEqual(['0.3', '3', '–', '–', '[1,2]', 'true', 'x']);
});
