import { describe, expect, it } from 'vitest';
import type { GraphDocument, GraphNode } from './document';
import { inOrder, partners, placeBeside, rowsOf, type Ports } from './outline';

const node = (id: string, type = 'T', x = 0): GraphNode => ({ id, type, position: { x, y: 0 } });
const wire = (source: string, target: string, port = 'a') => ({ id: `${source}-${target}-${port}`, source, target, sourceHandle: 'o', targetHandle: port });
const doc = (nodes: GraphNode[], ...edges: GraphDocument['edges']): GraphDocument => ({ nodes, edges });
const ports = ({ type }: GraphNode): Ports =>
  type === 'Start'
    ? { inputs: [], outputs: [{ name: 'trigger', type: 'TRIGGER' }] }
    : {
        inputs: [{ name: 'a', type: type === 'M' ? 'MODEL' : 'TENSOR', optional: false }, { name: 'b', type: 'ANY', optional: true }],
        outputs: [{ name: 'o', type: type === 'M' ? 'MODEL' : 'TENSOR' }],
      };
const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id).join('');

describe('the order of rows', () => {
  it('has what feeds a node before it, else that of the document', () => {
    expect(ids(inOrder(doc([node('d'), node('c'), node('b'), node('a')], wire('b', 'd'), wire('a', 'd', 'b'), wire('a', 'b'))))).toBe('abdc');
  });

  it('has every node once where wires go round, lead nowhere, or are a chain of thousands', () => {
    expect(ids(inOrder(doc([node('a'), node('b')], wire('a', 'b'), wire('b', 'a'), wire('x', 'a'))))).toBe('ba');
    const chain = Array.from({ length: 20_000 }, (_, at) => node(`${at}`));
    const order = inOrder(doc(chain.toReversed(), ...chain.slice(1).map((_, at) => wire(`${at}`, `${at + 1}`))));
    expect(order.map(({ id }) => Number(id))).toEqual(chain.map(({ id }) => Number(id)));
  });
});

it('rows are nodes, and the parts of those that are open', () => {
  const rows = rowsOf(doc([node('s', 'Start'), node('x'), node('n', 'note'), node('y')], wire('x', 'y'), { id: 't', source: 's', target: 'x', type: 'trigger' }), {
    ports, params: () => ['p'], open: new Set(['x', 's']), matches: ({ id }) => id !== 'y',
  });
  expect(rows.map((row) => `${row.key} ${row.at}/${row.of} ${'links' in row ? row.links.map((link) => `${link.other}.${link.otherPort}`).join() : ''}`)).toEqual([
    's 1/2 ', 's out trigger 1/2 x.__trigger', 's param p 2/2 ',
    'x 2/2 ', 'x in a 1/5 ', 'x in b 2/5 ', 'x in __trigger 3/5 s.trigger', 'x out o 4/5 y.a', 'x param p 5/5 ',
  ]);
});

describe('partners of a port', () => {
  const graph = doc([node('s', 'Start'), node('x'), node('y'), node('z'), node('m', 'M'), node('n', 'note')], wire('x', 'y'));
  const shown = (kind: 'in' | 'out', from: string, port: string, type: string) =>
    partners(graph, kind, { node: from, port, type }, ports).map((end) => `${end.node}.${end.port}`);

  it('are those of its type that close no loop and are not joined to it yet', () => {
    expect(shown('out', 'x', 'o', 'TENSOR')).toEqual(['y.b', 'z.a', 'z.b', 'm.b']);
    expect(shown('out', 'y', 'o', 'TENSOR')).toEqual(['z.a', 'z.b', 'm.b']);
    expect(shown('in', 'x', 'a', 'TENSOR')).toEqual(['z.o']);
    expect(shown('in', 'y', 'a', 'TENSOR')).toEqual(['z.o']);
    expect(shown('in', 'm', 'a', 'MODEL')).toEqual([]);
  });

  it('of a start are all nodes, and the other way round', () => {
    expect(shown('out', 's', 'trigger', 'TRIGGER')).toEqual(['x.__trigger', 'y.__trigger', 'z.__trigger', 'm.__trigger']);
    expect(shown('in', 'x', '__trigger', 'TRIGGER')).toEqual(['s.trigger']);
  });
});

it('a new node lies beside another one, on none', () => {
  expect(placeBeside(doc([]), null)).toEqual({ x: 0, y: 0 });
  expect(placeBeside(doc([node('a'), node('b', 'T', 280), node('c', 'T', 560)]), 'a')).toEqual({ x: 280, y: 180 });
});
