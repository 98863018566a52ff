import { expect, it } from 'vitest';
import { bytesText, clockText, durationMs, metricText, whenText } from './figures';

it('writes durations with as many parts as they need', () => {
  expect([0, 8_999, 63_000, 17_426_000, 200_000_000, -5].map(clockText)).toEqual(['0:00', '0:08', '1:03', '4:50:26', '55:33:20', '0:00']);
});

it('counts a run from its start to its end, or to now', () => {
  const started_at = '2026-03-01T10:00:00Z';
  const now = Date.parse('2026-03-01T10:02:00Z');
  expect(durationMs({ started_at: null, finished_at: null }, now)).toBe(null);
  expect(durationMs({ started_at, finished_at: null }, now)).toBe(120_000);
  expect(durationMs({ started_at, finished_at: '2026-03-01T10:00:05Z' }, now)).toBe(5000);
  expect(durationMs({ started_at, finished_at: '2026-03-01T09:00:00Z' }, now)).toBe(0); // the clock was set back
});

it('tells the hour today, the weekday this week, else the date', () => {
  const now = new Date(2026, 2, 12, 9, 5).getTime();
  const at = (day: number, year = 2026): string => new Date(year, 2, day, 8, 4).toISOString();
  expect(whenText(null, now, 'en')).toBe('–');
  expect(whenText(at(12), now, 'en')).toBe('08:04');
  expect(whenText(at(10), now, 'en')).toBe('Tue 08:04');
  expect(whenText(at(5), now, 'en')).toBe('Mar 5');
  expect(whenText(at(5, 2024), now, 'en')).toBe('Mar 5, 2024');
  expect(whenText(at(10), now, 'zh-TW')).toBe('週二 08:04');
});

it('writes sizes and figures', () => {
  expect([0, 1023, 1024, 2_040_109_466].map((size) => bytesText(size, 'en'))).toEqual(['0 B', '1,023 B', '1.0 KiB', '1.9 GiB']);
  expect([0, 0.97312, -12, 0.0001, 1e6, null, undefined].map((value) => metricText(value, 'en'))).toEqual([
    '0.0000', '0.9731', '-12.0000', '1.00e-4', '1.00e+6', '–', '–',
  ]);
});
