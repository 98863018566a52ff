import { expect, it } from 'vitest';
import { emptyDocument, type GraphDocument, type GraphNode } from '../graph/document';
import { patched, patchOf } from '../problems/patch';
import { piecesOf } from './pieces';

const nodes = (from: number, to: number, text = ''): GraphNode[] => Array.from({ length: to - from }, (_, at) => ({ id: `n${from + at}`, type: 'Print', data: { label: text } }));
const doc = (facts: Partial<GraphDocument>): GraphDocument => ({ ...emptyDocument('a'), ...facts });
const wire = (id: string): GraphDocument['edges'][number] => ({ id, source: 'n0', target: 'n1' });

const few = nodes(0, 40);
it.each<[string, GraphDocument | null, GraphDocument]>([
  ['from nothing', null, doc({ nodes: nodes(0, 50), edges: [wire('a'), wire('b')], description: 'x' })],
  ['many in the middle are others', doc({ nodes: few }), doc({ nodes: [...few.slice(0, 5), ...nodes(50, 90), ...few.slice(30)] })],
  ['fewer', doc({ nodes: few, edges: [wire('a')] }), doc({ nodes: few.slice(10, 12) })],
  ['none are left, and a key is gone', doc({ nodes: few, edges: [wire('a')], description: 'x' }), { nodes: [], edges: [] }],
  ['the same', doc({ nodes: few }), doc({ nodes: few })],
])('pieces together do what the patch does: %s', (_, before, after) => {
  const pieces = piecesOf(patchOf(before, after), 200);
  expect(pieces.reduce<GraphDocument | null>((so, piece) => patched(so, piece), before)).toEqual(after);
  for (const { nodes: { items } } of pieces) expect(items.length).toBeLessThan(8);
});

it('what is small is one piece of nodes and one of wires, and what is large is one alone', () => {
  expect(piecesOf(patchOf(null, doc({ nodes: few, edges: [wire('a')] })))).toHaveLength(2);
  const large = nodes(0, 3, 'x'.repeat(500));
  expect(piecesOf(patchOf(null, doc({ nodes: large })), 200).map((piece) => piece.nodes.items.length)).toEqual([1, 1, 1, 0]);
});
