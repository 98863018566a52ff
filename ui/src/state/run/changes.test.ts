import { expect, it } from 'vitest';
import { emptyDocument, type GraphDocument } from '../graph/document';
import { changedAt, countChanges } from './changes';

const graph = (nodes: GraphDocument['nodes']): GraphDocument => ({ ...emptyDocument('g'), nodes });
const before = graph([{ id: 'a', type: 'Loss' }, { id: 'b', type: 'Optimizer' }, { id: 'n', type: 'note' }]);

it('counts nodes that are others, new or gone, and no notes, names or places', () => {
  const now = graph([{ id: 'a', type: 'Loss', data: { params: { x: 1 } } }, { id: 'c', type: 'Loss' }]);
  expect([countChanges(before, now), [...changedAt(before, now, [])]]).toEqual([3, ['a', 'c']]);
  expect(changedAt(before, now, [])).toBe(changedAt(before, now, []));
  const moved = { ...before, name: 'other', nodes: before.nodes.map((node) => ({ ...node, position: { x: 9, y: 9 } })) };
  expect([countChanges(before, moved), countChanges(before, before)]).toEqual([0, 0]);
});
