import { describe, expect, it } from 'vitest';
import type { Frame } from '../../api/types.gen';
import { newPicture, reduce } from './reduce';

const status = (node: string, word: string, run = 'r'): Frame => ({ type: 'node_status', run_id: run, node_id: node, status: word }) as Frame;
const point = (step: number): Frame => ({ type: 'metric', run_id: 'r', points: [{ node_id: 'a', name: 'loss', step, value: 1 }] }) as Frame;

describe('reduce', () => {
  it('takes statuses of its own run and leaves the picture before as it was', () => {
    const before = reduce(newPicture('r'), [status('a', 'running')], 5);
    const after = reduce(before, [status('a', 'completed'), status('b', 'running', 'other')], 9);
    expect(before.nodes).toEqual({ a: { status: 'running', since: 5 } });
    expect(after.nodes).toEqual({ a: { status: 'completed' } });
  });

  it('keeps the very nodes when nothing but points came, so that nothing of them is drawn again', () => {
    const before = reduce(newPicture('r'), [status('a', 'running')], 5);
    const after = reduce(before, [point(1), point(2), status('a', 'completed', 'other')], 9);
    expect(after.nodes).toBe(before.nodes);
    expect(after.series['a\nloss']?.count).toBe(2);
    expect(reduce(after, [status('b', 'running')], 9).series).toBe(after.series);
  });
});
