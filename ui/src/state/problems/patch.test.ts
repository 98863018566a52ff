import { expect, it } from 'vitest';
import type { GraphDocument, GraphNode } from '../graph/document';
import { patched, patchOf } from './patch';

const node = (id: string, more: object = {}): GraphNode => ({ id, type: 'T', ...more });
const doc = (ids: string, more: Partial<GraphDocument> = {}): GraphDocument => ({ nodes: [...ids].map((id) => node(id)), edges: [], ...more });

it('sends what has changed and nothing else', () => {
  const before = doc('abcde', { name: 'one', settings: {} });
  const changed = node('c', { data: { params: { x: 1 } } });
  const after = { ...before, nodes: before.nodes.with(2, changed) };
  expect(patchOf(before, after)).toEqual({
    nodes: { head: 2, items: [changed], tail: 2 }, edges: { head: 0, items: [], tail: 0 }, rest: {}, gone: [],
  });
  expect(patchOf(before, { ...before, name: 'two' }).rest).toEqual({ name: 'two' });
  expect(patchOf(null, before).nodes.items).toHaveLength(5);
});

it('a key that is gone is gone', () => {
  const before = doc('a', { ui: { frames: [] } });
  const { ui: _, ...after } = before;
  expect(Object.keys(patched(before, patchOf(before, after)))).toEqual(['nodes', 'edges']);
});

it('the other side has the same document after any changes, also with things twice in it', () => {
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  let ours = doc('aabbcc', { name: 'start' });
  let theirs = patched(null, structuredClone(patchOf(null, ours)));
  for (let step = 0; step < 500; step += 1) {
    const nodes = [...ours.nodes];
    const at = random(nodes.length + 1);
    if (random(3) === 0) nodes.splice(at, 1 + random(2));
    else if (random(2) === 0) nodes.splice(at, 0, nodes[0] ?? node('n'), node(`n${step}`));
    else if (nodes[at]) nodes[at] = { ...nodes[at], data: { label: `${step}` } };
    const after: GraphDocument = { ...ours, nodes, edges: random(4) === 0 ? [{ id: `${step}`, source: 'a', target: 'b' }] : ours.edges, ...(random(5) === 0 && { name: `${step}` }) };
    theirs = patched(theirs, structuredClone(patchOf(ours, after)));
    ours = after;
    expect(theirs).toEqual(ours);
  }
});
