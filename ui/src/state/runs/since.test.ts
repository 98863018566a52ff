import { expect, it } from 'vitest';
import { sinceMs } from './since';

const NOW = new Date(2026, 2, 12, 9, 30).getTime(); // a Thursday
const day = (date: number, month = 2): number => new Date(2026, month, date).getTime();

it.each([
  ['today', day(12)],
  ['YESTERDAY', day(11)],
  ['thu', day(12)],
  ['fri', day(6)],
  ['wed', day(11)],
  ['wednesday', day(11)],
  ['2h', NOW - 7_200_000],
  ['7d', NOW - 7 * 86_400_000],
  ['1w', NOW - 7 * 86_400_000],
  ['2026-2-3', day(3, 1)],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['soon', null],
  ['7', null],
  ['we', null],
])('%s', (typed, expected) => expect(sinceMs(typed, NOW)).toBe(expected));
