import { describe, expect, it } from 'vitest';
import { beyond, limitOf, within } from './sane';

describe('limitOf', () => {
  it('leaves out what is beyond the rest by many powers of ten, and nothing else', () => {
    const values = [0.5, null, 1e308, undefined, 0.25, NaN, -1e308, 0.125, 0];
    const limit = limitOf(values);
    expect(limit).toBe(0.5e15);
    expect(within(values, limit)).toEqual([0.5, null, null, undefined, 0.25, null, null, 0.125, 0]);
    expect(within([1e-3, 1, 1e9], limitOf([1e-3, 1, 1e9]))).toEqual([1e-3, 1, 1e9]);
  });

  it('keeps numbers that are large all together, as far as they can be drawn', () => {
    expect(within([1e100, 2e100], limitOf([1e100, 2e100]))).toEqual([1e100, 2e100]);
    expect(within([1e308, -1e308], limitOf([1e308, -1e308]))).toEqual([null, null]);
    expect(limitOf([])).toBe(1e150);
  });
});

describe('beyond', () => {
  it('tells at which edge', () => {
    expect([1e308, Infinity, -Infinity, 5, null, undefined, NaN].map((value) => beyond(value, 10))).toEqual([1, 1, -1, 0, 0, 0, 0]);
  });
});
