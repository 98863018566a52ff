import { expect, it } from 'vitest';
import type { GraphDocument, GraphNode } from './document';
import { repeated, withOwnIds } from './ownIds';

const node = (id: string, type = 'T'): GraphNode => ({ id, type });
const ids = (doc: { nodes: readonly GraphNode[] }): string => doc.nodes.map((one) => one.id).join(' ');

it('the first keeps its id and its wires, the others get free ones, and nothing else is another', () => {
  const wire = { id: 'w', source: 'a', target: 'b' };
  const doc: GraphDocument = {
    name: 'g', nodes: [node('a', 'First'), node('b'), node('a', 'Second'), node('a-2'), node('a', 'Third'), node('a-2')], edges: [wire], future: 1,
  };
  const next = withOwnIds(doc);
  expect(repeated(doc)).toBe(3);
  expect(ids(next)).toBe('a b a-3 a-2 a-4 a-5');
  expect(next.nodes.map((one) => one.type)).toEqual(['First', 'T', 'Second', 'T', 'Third', 'T']);
  expect([next.edges[0], next.nodes[0], next['future'], next.name]).toEqual([wire, doc.nodes[0], 1, 'g']);
  expect(repeated(next)).toBe(0);
  expect(withOwnIds(next)).toBe(next);
});

it('also within a subgraph, of wires, and of frames', () => {
  const frame = { id: 'f', title: '', colour: 'grey', x: 0, y: 0, width: 100, height: 100 };
  const doc: GraphDocument = {
    nodes: [node('x'), node('f')], edges: [{ id: 'w', source: 'x', target: 'f' }, { id: 'w', source: 'f', target: 'x' }], ui: { frames: [frame] },
    subgraphs: [null, { id: 's', nodes: [node('x'), node('x')], edges: [] }, { id: 't', nodes: [node('x')], edges: [] }],
  };
  const next = withOwnIds(doc);
  const inside = next['subgraphs'] as { nodes: GraphNode[] }[];
  expect([ids(next), ids(inside[1]!), repeated(doc)]).toEqual(['x f', 'x x-2', 1]);
  expect([next.edges.map((edge) => edge.id), next.ui?.frames?.[0]?.id]).toEqual([['w', 'w-2'], 'f-2']);
  expect(inside[2]).toBe((doc['subgraphs'] as unknown[])[2]);
});
