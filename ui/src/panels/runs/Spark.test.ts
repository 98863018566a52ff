import { expect, it } from 'vitest';
import { pathOf } from './Spark';

it('draws from the foot to the top of its cell, with gaps', () => {
  expect(pathOf([0, 1])).toBe('M2.0 17.0L46.0 3.0');
  expect(pathOf([0, null, 1])).toBe('M2.0 17.0h2M46.0 3.0h2');
  expect(pathOf([3])).toBe('M2.0 10.0h2');
  expect(pathOf([0, 1e308, 1, -1e308])).toBe('M2.0 17.0h2M31.3 3.0h2');
  expect(pathOf([1e308])).toBe('');
  expect(pathOf([null, 5, 5])).toBe('M24.0 17.0L46.0 17.0');
});
