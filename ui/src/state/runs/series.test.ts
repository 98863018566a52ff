import { expect, it } from 'vitest';
import { smoothed } from './series';

it('smooths from the first value on, and leaves gaps', () => {
  expect(smoothed([2, 2, null, 2], 0.9)).toEqual([2, 2, null, 2]);
  expect(smoothed([0, 1], 0.5)).toEqual([0, 0.5 / 0.75]);
  expect(smoothed([1, 5], 0)).toEqual([1, 5]);
});
