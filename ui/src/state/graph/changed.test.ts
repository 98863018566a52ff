import { describe, expect, it } from 'vitest';
import { changedSince } from './changed';
import type { GraphDocument } from './document';
import * as edits from './edits';
import { addNote } from './notes';
import { moveAll } from './moves';
import { running } from './reach';

const wire = (source: string, target: string, type: 'data' | 'trigger' = 'data') =>
  ({ id: `${source}-${target}`, source, target, sourceHandle: 'value', targetHandle: 'value', type });
const doc: GraphDocument = {
  nodes: ['go', 'a', 'b', 'c', 'draft'].map((id) => ({ id, type: id === 'go' ? 'Start' : 'Print', data: { params: { x: 1 } } })),
  edges: [wire('go', 'b', 'trigger'), wire('a', 'b'), wire('b', 'c')],
};

describe('changed since a run', () => {
  it('are nodes with other values, other inputs, or none before; never those that only look different', () => {
    expect([...changedSince(doc, edits.setParam(doc, 'a', 'x', 2))]).toEqual(['a']);
    expect([...changedSince(doc, edits.removeEdges(doc, new Set(['a-b'])))]).toEqual(['b']);
    expect([...changedSince(doc, edits.toggleBypass(doc, new Set(['c'])))]).toEqual(['c']);
    expect([...changedSince(doc, edits.addNode(doc, 'Print', { x: 0, y: 0 })[0])]).toEqual(['print']);
    const moved = edits.setLabel(moveAll(addNote(doc, { x: 0, y: 0 })[0], new Map([['a', { x: 9, y: 9 }]])), 'b', 'B');
    expect([...changedSince(doc, moved)]).toEqual([]);
    expect([...changedSince(doc, { ...doc, edges: [...doc.edges].reverse() })]).toEqual([]);
    const there = edits.setParam(doc, 'a', 'x', 2);
    expect([...changedSince(doc, edits.setParam(there, 'a', 'x', 1))]).toEqual([]);
  });
});

describe('what a run computes', () => {
  it('is what triggers lead to and what feeds it, without drafts', () => {
    expect([...running(doc)].sort()).toEqual(['a', 'b', 'c']);
  });
});
