import { expect, it } from 'vitest';
import type { Curve } from '../../api/types.gen';
import { aligned, hasNumbers, lastOf, namesOf } from './curves';

const curve = (run_id: string, steps: number[], values: (number | null)[], begin = 0): Curve => ({
  run_id, node_id: 'n', steps, values, at_ms: steps.map((step) => begin + 500 * step),
});
const PLAIN = { axis: 'step', smoothing: 0, isLog: false } as const;

it('lays curves over one list of steps; gaps are told from steps of others', () => {
  const { xs, columns } = aligned([curve('a', [1, 2, 3], [1, null, 3]), curve('b', [2, 4], [7, 8])], PLAIN);
  expect(xs).toEqual([1, 2, 3, 4]);
  expect(columns).toEqual([[1, null, 3, undefined], [undefined, 7, undefined, 8]]);
});

it('takes the places of curves that share them as they are', () => {
  const steps = [1, 2, 3];
  const { xs, columns } = aligned([curve('a', steps, [1, null, 3]), curve('b', [...steps], [4, 5, 6])], PLAIN);
  expect(xs).toBe(steps);
  expect(columns).toEqual([[1, null, 3], [4, 5, 6]]);
});

it('puts steps that came in any order in theirs', () => {
  expect(aligned([curve('a', [3, 1], [30, 10]), curve('b', [2], [20])], PLAIN)).toEqual({ xs: [1, 2, 3], columns: [[10, undefined, 30], [undefined, 20, undefined]] });
});

it('begins the time of every run at nought', () => {
  const { xs } = aligned([curve('a', [0, 2], [1, 1], 10_000), curve('b', [0, 3], [1, 1], 99_000)], { ...PLAIN, axis: 'time' });
  expect(xs).toEqual([0, 1, 1.5]);
});

it('has no place for what is not above nought on a logarithmic scale', () => {
  expect(aligned([curve('a', [1, 2, 3], [0, -1, 5])], { ...PLAIN, isLog: true }).columns).toEqual([[null, null, 5]]);
});

it('takes the later of two points of one step', () => {
  expect(aligned([curve('a', [1, 1], [4, 5])], PLAIN).columns).toEqual([[5]]);
});

it('knows a curve of nothing but NaN', () => {
  expect([hasNumbers(curve('a', [1], [null])), hasNumbers(curve('a', [1, 2], [null, 0]))]).toEqual([false, true]);
  expect([lastOf(curve('a', [1, 2], [3, null])), lastOf(curve('a', [1], [null]))]).toEqual([3, null]);
});

it('names first what most runs have', () => {
  expect(namesOf([{ loss: 1, zeta: 1 }, { loss: 1, acc: 1 }, { loss: 1, zeta: 2 }])).toEqual(['loss', 'zeta', 'acc']);
  expect(namesOf([{ loss: 1, acc: 1 }, { loss: 1 }], 'acc')).toEqual(['acc', 'loss']);
});
