import { expect, it } from 'vitest';
import { isTooLong, MOST_EDITED } from './tooLong';

it('texts, lists and objects can be too long for a field', () => {
  expect([isTooLong('x'.repeat(MOST_EDITED)), isTooLong('x'.repeat(MOST_EDITED + 1))]).toEqual([false, true]);
  expect([isTooLong(null), isTooLong(5), isTooLong([[1, 2], [3]]), isTooLong({ a: 'b' })]).toEqual([false, false, false, false]);
  expect(isTooLong(Array.from({ length: 300 }, () => new Array(300).fill(0)))).toBe(true);
  expect(isTooLong({ ['k'.repeat(MOST_EDITED)]: 1 })).toBe(true);
});
