import { expect, it } from 'vitest';
import { chartOf, rangeOf } from './chart';

it('series are read however they are written', () => {
  const wanted = [{ name: 'a', xs: [0, 1], ys: [3, null] }];
  const ways = [
    { kind: 'line', series: [{ name: 'a', y: [3, null] }] },
    { kind: 'line', series: { a: [3, null] } },
    { kind: 'line', series: [{ label: 'a', points: [[0, 3], [1, 'x']] }] },
    { type: 'line', name: 'a', x: [0, 1], values: [3, null] },
  ];
  for (const way of ways) expect(chartOf(way)).toMatchObject({ kind: 'line', series: wanted, step: 1 });
});

it('names of places are kept, and what is no number goes by its place', () => {
  expect(chartOf({ kind: 'bar', title: 'T', labels: ['cat', 'dog'], values: [1, 2] })).toEqual({
    kind: 'bar', title: 'T', labels: ['cat', 'dog'], step: 1, series: [{ name: '1', xs: [0, 1], ys: [1, 2] }],
  });
});

it('a heatmap has rows', () => {
  expect(chartOf({ kind: 'heatmap', z: [[1, 2], [3, null]] })).toEqual({ kind: 'heatmap', title: '', rows: [[1, 2], [3, null]] });
  expect(chartOf({ kind: 'heatmap', z: [] })).toBeNull();
  const large = chartOf({ kind: 'heatmap', values: Array.from({ length: 130 }, () => Array(10).fill(1)) });
  expect(large?.kind === 'heatmap' && [large.rows.length, large.rows[0]!.length]).toEqual([44, 10]);
});

it('what is no chart is none', () => {
  for (const value of [null, 3, [], {}, { kind: 'pie', values: [1] }, { kind: 'bar' }, { kind: 'bar', values: 'x' }]) expect(chartOf(value)).toBeNull();
});

it('of very many points some are drawn', () => {
  const chart = chartOf({ kind: 'scatter', x: Array.from({ length: 9000 }, (_, at) => at), y: Array.from({ length: 9000 }, (_, at) => at) });
  expect(chart).toMatchObject({ step: 5 });
  expect(chart?.kind === 'scatter' && chart.series[0]!.xs.slice(0, 2)).toEqual([0, 5]);
});

it('a range is never empty', () => {
  expect([rangeOf([2, null, 5], false), rangeOf([2], true), rangeOf([3], false), rangeOf([null], false)]).toEqual([[2, 5], [0, 2], [2.5, 3.5], [0, 1]]);
});

it('makes an axis for the numbers that can stand beside each other', () => {
  expect(rangeOf([0.5, null, 1e308, 2, -1e308], false)).toEqual([0.5, 2]);
  expect(rangeOf([1e308], false)).toEqual([0, 1]);
  expect(rangeOf([1e308, 4], true)).toEqual([0, 4]);
});
