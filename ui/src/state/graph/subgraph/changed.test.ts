import { describe, expect, it } from 'vitest';
import { changedSince } from '../changed';
import type { GraphDocument } from '../document';
import { setParam } from '../edits';
import { moveAll } from '../moves';
import { levelAt, putAt } from './level';
import { makeSubgraph } from './make';
import { CATALOG } from './random';

const DOC: GraphDocument = {
  nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'Mix', data: { params: {} } })),
  edges: [{ id: 'ab', source: 'a', sourceHandle: 'x', target: 'b', targetHandle: 'a', type: 'data' }],
};
const inner = makeSubgraph(DOC, [], new Set(['b']), CATALOG, '')!;
const { root } = makeSubgraph(inner.root, [], new Set([inner.card]), CATALOG, '')!;
const PATH = ['subgraph-2', 'subgraph'];

function within(change: (level: GraphDocument) => GraphDocument, path: string[] = PATH): GraphDocument {
  return putAt(root, path, change(levelAt(root, path)!))!;
}

describe('what is another since a run', () => {
  it('marks every card around it', () => {
    const now = within((level) => setParam(level, 'b', 'rate', 1));
    expect([...changedSince(root, now)]).toEqual(['subgraph-2']);
    const roots = { before: root, now };
    expect([...changedSince(levelAt(root, ['subgraph-2'])!, levelAt(now, ['subgraph-2'])!, roots)]).toEqual(['subgraph']);
    expect([...changedSince(levelAt(root, PATH)!, levelAt(now, PATH)!, roots)]).toEqual(['b']);
  });

  it('is nothing where nodes were moved, or only another card was changed', () => {
    expect(changedSince(root, within((level) => moveAll(level, new Map([['b', { x: 5, y: 5 }]])))).size).toBe(0);
    const two: GraphDocument = { ...root, nodes: [...root.nodes, { id: 'other', type: 'subgraph:none' }] };
    expect([...changedSince(two, { ...two, subgraphs: [...(two['subgraphs'] as unknown[]), { id: 'none', nodes: [], edges: [] }] })]).toEqual([]);
  });

  it('is a node that is new or gone inside', () => {
    expect([...changedSince(root, within((level) => ({ ...level, nodes: [...level.nodes, { id: 'z', type: 'Mix' }] })))]).toEqual(['subgraph-2']);
    const more = within((level) => ({ ...level, nodes: [...level.nodes, { id: 'z', type: 'Mix' }] }));
    expect([...changedSince(more, root)]).toEqual(['subgraph-2']);
  });
});
