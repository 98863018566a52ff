import { expect, it } from 'vitest';
import type { Point } from '../../api/types.gen';
import { chartsOf, smoothed } from './series';

const point = (name: string, node_id: string, step: number, value: number | null): Point => ({
  name, node_id, step, value, ts: new Date(Date.UTC(2026, 2, 1, 10, 0, step * 2)).toISOString(),
});

it('makes one chart a metric and one line a node, over all their steps', () => {
  const points = [point('loss', 'b', 1, 4), point('loss', 'a', 2, 3), point('loss', 'a', 1, null), point('acc', 'a', 5, 0.5)];
  expect(chartsOf(points, 'step', 0)).toEqual([
    { name: 'loss', nodes: ['b', 'a'], xs: [1, 2], columns: [[4, null], [null, 3]], last: 4 },
    { name: 'acc', nodes: ['a'], xs: [5], columns: [[0.5]], last: 0.5 },
  ]);
  expect(chartsOf(points, 'time', 0).map((chart) => chart.xs)).toEqual([[0, 2], [8]]);
  expect(chartsOf([], 'step', 0)).toEqual([]);
});

it('smooths from the first value on, and leaves gaps', () => {
  expect(smoothed([2, 2, null, 2], 0.9)).toEqual([2, 2, null, 2]);
  expect(smoothed([0, 1], 0.5)).toEqual([0, 0.5 / 0.75]);
  expect(smoothed([1, 5], 0)).toEqual([1, 5]);
});
