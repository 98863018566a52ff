import { expect, it } from 'vitest';
import { isLow } from './room';

const GIB = 2 ** 30;

it('is low below what the person has chosen, unless they want to hear nothing of it', () => {
  const usual = { disk_low_gib: 2, muted: [] };
  expect([null, 0, 2 * GIB - 1, 2 * GIB].map((free) => isLow(free, usual))).toEqual([false, true, true, false]);
  expect([isLow(0, { ...usual, disk_low_gib: 0 }), isLow(0, { ...usual, muted: ['disk_low'] }), isLow(9 * GIB, { ...usual, disk_low_gib: 10 })]).toEqual([false, false, true]);
});
