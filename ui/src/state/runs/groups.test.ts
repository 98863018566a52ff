import { expect, it } from 'vitest';
import { linesOf, pressed } from './groups';

const GROUPS = [{ value: 'a', count: 2 }, { value: 'b', count: 3 }, { value: 'c', count: 1 }];

it('is the rows themselves without groups', () => {
  const lines = linesOf([], new Set(), 5);
  expect([lines.count, lines.head(0), lines.row(3), lines.lineOf(4)]).toEqual([5, null, 3, 4]);
});

it('puts a head before the rows of every group', () => {
  const lines = linesOf(GROUPS, new Set(), 6);
  expect(lines.count).toBe(9);
  expect(Array.from({ length: 9 }, (_, at) => lines.head(at)?.value ?? lines.row(at))).toEqual(['a', 0, 1, 'b', 2, 3, 4, 'c', 5]);
  expect([0, 1, 2, 4, 5].map(lines.lineOf)).toEqual([1, 2, 4, 6, 8]);
});

it('numbers rows without those of closed groups', () => {
  const lines = linesOf(GROUPS, new Set(['b', 'a']), 6);
  expect(Array.from({ length: lines.count }, (_, at) => lines.head(at)?.value ?? lines.row(at))).toEqual(['a', 'b', 'c', 0]);
  expect(lines.head(1)).toEqual({ value: 'b', count: 3, isClosed: true });
  expect([lines.row(0), lines.lineOf(0)]).toEqual([0, 3]);
});

it('has lines for rows beyond the last group', () => {
  const lines = linesOf(GROUPS, new Set(), 8);
  expect([lines.count, lines.row(10), lines.head(10)]).toEqual([11, 7, null]);
});

it('opens and closes a group, and never names more than an address takes', () => {
  expect(pressed(['a'], 'b')).toEqual(['a', 'b']);
  expect(pressed(['a', 'b'], 'a')).toEqual(['b']);
  expect(pressed(['x'.repeat(3000), 'y'], 'z'.repeat(2000))).toEqual(['y', 'z'.repeat(2000)]);
});
