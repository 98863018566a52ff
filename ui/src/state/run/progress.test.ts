import { describe, expect, it } from 'vitest';
import type { NodeStatusFrame } from '../../api/types.gen';
import { leftMs, progressOf } from './progress';
import { newPicture, reduce } from './reduce';
import { KEPT, withPoints } from './series';

describe('how far a node is', () => {
  it('counts epochs, and batches within one', () => {
    expect(progressOf({ event: 'epoch', epoch: 3, total_epochs: 12 })).toEqual({ epoch: 3, epochs: 12, progress: 0.25 });
    expect(progressOf({ event: 'batch', epoch: 1, total_epochs: 2, batch: 5, total_batches: 10 })).toEqual({ epoch: 1, epochs: 2, batch: 5, batches: 10, progress: 0.25 });
  });

  it('counts items of a list', () => expect(progressOf({ event: 'batch', items: { done: 3, total: 12 } })).toEqual({ items: { done: 3, total: 12 }, progress: 0.25 }));

  it('is not told by anything else', () => {
    for (const told of [undefined, {}, { event: 'config' }, { items: { done: 3, total: 0 } }, { items: 'x' }, { epoch: 1, total_epochs: 0 }]) expect(progressOf(told)).toEqual({});
  });

  it('says what is left once that can be told', () => {
    expect(leftMs({ progress: 0.25, since: 0 }, 10_000)).toBe(30_000);
    expect([leftMs({ progress: 0.01, since: 0 }, 10_000), leftMs({ progress: 0.5, since: 0 }, 500), leftMs({ progress: 0.5 }, 500)]).toEqual([null, null, null]);
  });
});

describe('the picture of a run', () => {
  const frame = (more: Record<string, unknown>) => ({ type: 'node_status', run_id: 'r', node_id: 'n', ...more }) as NodeStatusFrame;
  const told = (progress: Record<string, unknown>) => frame({ status: 'progress', outputs: [{ output_kind: 'progress', progress }] });

  it('remembers since when a node runs, through its progress', () => {
    let picture = reduce(newPicture('r'), [frame({ status: 'running' })], 1000);
    picture = reduce(picture, [told({ items: { done: 1, total: 4 } })], 2000);
    expect(picture.nodes['n']).toEqual({ status: 'running', since: 1000, items: { done: 1, total: 4 }, progress: 0.25 });
    picture = reduce(picture, [frame({ status: 'completed', outputs: [] })], 3000);
    expect(picture.nodes['n']).toEqual({ status: 'completed' });
  });

  it('passes over frames of other runs', () => {
    const picture = newPicture('r');
    expect(reduce(picture, [{ ...frame({ status: 'running' }), run_id: 'other' }], 0)).toEqual(picture);
  });
});

describe('series', () => {
  const points = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ node_id: 'n', name: 'loss', step: from + at, value: from + at }));

  it('keep everything while it is little', () => {
    const all = withPoints(withPoints({}, points(0, 2)), points(2, 1));
    expect(all['n\nloss']).toEqual({ node: 'n', name: 'loss', steps: [0, 1, 2], values: [0, 1, 2], last: 2, stride: 1, count: 3 });
  });

  it('thin out evenly however long they get, and know the newest', () => {
    let all = {};
    for (let at = 0; at < 100_000; at += 1000) all = withPoints(all, points(at, 1000));
    const { steps, values, last, count, stride } = (all as ReturnType<typeof withPoints>)['n\nloss']!;
    expect(steps.length).toBeLessThan(2 * KEPT);
    expect(steps.length).toBeGreaterThanOrEqual(KEPT);
    expect([last, count, values]).toEqual([99_999, 100_000, steps]);
    expect(new Set(steps.slice(1).map((step, at) => step - steps[at]!))).toEqual(new Set([stride]));
  });
});
