import { describe, expect, it } from 'vitest';
import { changed, LONGEST_MS, nthName, QUIET_MS, retryMs, waitMs } from './schedule';

describe('when changes are saved', () => {
  it('waits for a second of quiet', () => {
    const unsaved = changed(null, 1000);
    expect(waitMs(unsaved, 1000)).toBe(QUIET_MS);
    expect(waitMs(changed(unsaved, 1800), 1800)).toBe(QUIET_MS);
    expect(waitMs(unsaved, 9999)).toBe(0);
  });

  it('waits no longer than five seconds while changes go on', () => {
    let unsaved = changed(null, 0);
    for (let at = 500; at <= 4500; at += 500) unsaved = changed(unsaved, at);
    expect(waitMs(unsaved, 4500)).toBe(LONGEST_MS - 4500);
  });

  it('lets a graph that takes long to be saved be edited meanwhile', () => {
    const unsaved = changed(null, 0);
    expect([waitMs(unsaved, 0, 300), waitMs(unsaved, 0, 2000), waitMs(changed(unsaved, 19_500), 19_500, 2000)]).toEqual([QUIET_MS, 4000, 500]);
  });

  it('a long name is cut to what a file can be called, between characters', () => {
    expect(nthName('x'.repeat(10_000), 1)).toBe('x'.repeat(80));
    expect(nthName('圖'.repeat(10_000), 2)).toBe(`${'圖'.repeat(80)} 2`);
    expect(nthName(`x${'\u{1F600}'.repeat(500)}`, 1)).toBe(`x${'\u{1F600}'.repeat(39)}`);
    expect(nthName('Net '.repeat(3), 1)).toBe('Net '.repeat(3));
  });

  it('tries again ever more seldom, and names a copy by its number', () => {
    expect([0, 1, 2, 10].map(retryMs)).toEqual([1000, 2000, 4000, 15_000]);
    expect([1, 2, 3].map((attempt) => nthName('Net', attempt))).toEqual(['Net', 'Net 2', 'Net 3']);
  });
});
