import { expect, it } from 'vitest';
import { indexed } from '../../state/graph/catalog';
import type { GraphDocument } from '../../state/graph/document';
import { Elements } from './elements';

const NOBODY: ReadonlySet<string> = new Set();

it('what a change does not touch stays the same object, and a list without any change the same list', () => {
  const catalog = indexed([]);
  const elements = new Elements();
  const doc: GraphDocument = {
    nodes: [{ id: 'a', type: 'Start' }, { id: 'b', type: 'Start' }, { id: 'c', type: 'Start' }],
    edges: [{ id: 'e', source: 'a', target: 'b', type: 'trigger' }],
    ui: { frames: [{ id: 'f', title: 'Part', colour: 'blue', x: 0, y: 0, width: 10, height: 10 }] },
  };
  const frames = elements.frames(doc, NOBODY);
  const cards = elements.nodes(doc, catalog, NOBODY);
  const wires = elements.edges(doc, catalog, NOBODY);

  const renamed = { ...doc, name: 'other' };
  expect(elements.nodes(renamed, catalog, NOBODY)).toBe(cards);
  expect(elements.edges(renamed, catalog, NOBODY)).toBe(wires);
  expect(elements.frames(renamed, NOBODY)).toBe(frames);
  expect(elements.frames(renamed, new Set(['f']))[0]!.selected).toBe(true);
  expect(elements.nodes(renamed, indexed([]), NOBODY)).toBe(cards);

  const moved = { ...doc, nodes: doc.nodes.with(2, { ...doc.nodes[2]!, position: { x: 9, y: 9 } }) };
  const next = elements.nodes(moved, catalog, NOBODY);
  expect([next[0] === cards[0], next[1] === cards[1], next[2] === cards[2]]).toEqual([true, true, false]);
  expect(elements.edges(moved, catalog, NOBODY)).toBe(wires);
  expect(elements.nodes(moved, catalog, new Set(['b'])).map((card) => card.selected)).toEqual([false, true, false]);

  const joined = { ...moved, edges: [...doc.edges, { id: 'f', source: 'a', target: 'c', type: 'trigger' as const }] };
  expect([...elements.nodes(joined, catalog, NOBODY)[2]!.data.connected]).toEqual(['in:__trigger']);
  expect(elements.edges(joined, catalog, NOBODY)).toHaveLength(2);
});
