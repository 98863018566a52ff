import { expect, it } from 'vitest';
import { isSame } from './remote';

it('the same content in another order of keys is the same, and nothing else', () => {
  expect(isSame({ a: [1, { b: null }], c: undefined }, { a: [1, { b: null }] })).toBe(true);
  expect(isSame({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect([isSame([1], { 0: 1 }), isSame([1, 2], [2, 1]), isSame({ a: 1 }, { b: 1 }), isSame(null, {}), isSame({ a: {} }, { a: null })]).toEqual([false, false, false, false, false]);
});
