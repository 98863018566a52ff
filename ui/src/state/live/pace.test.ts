import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { concerns, onChange, paced, Pacer, SAFETY_MS, tellChange, useLive, type Change } from './pace';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  useLive.setState({ isTold: false });
  vi.useRealTimers();
});

test('looks are far apart only while the server tells', () => {
  expect(paced(500)).toBe(500);
  useLive.setState({ isTold: true });
  expect([paced(500), paced(20_000)]).toEqual([SAFETY_MS, 20_000]);
  useLive.setState({ isTold: false });
  expect(paced(500)).toBe(500);
});

test('every hearer is told until it leaves', () => {
  const heard: [string, Change][] = [];
  const change = { runs: ['r'], rows: false };
  const leave = onChange((told) => heard.push(['a', told]));
  const leaveToo = onChange((told) => heard.push(['b', told]));
  tellChange(change);
  leave();
  tellChange(null);
  leaveToo();
  tellChange(null);
  expect(heard).toEqual([['a', change], ['b', change], ['b', null]]);
});

test('a change concerns the runs that it names, or all', () => {
  const change = { runs: ['a', 'b'], rows: true };
  expect([concerns(change, ['c', 'b']), concerns(change, ['c']), concerns(change, [])]).toEqual([true, false, false]);
  expect([concerns(null, ['c']), concerns({ runs: null, rows: false }, ['c'])]).toEqual([true, true]);
});

test('many pokes in the gap are one more piece of work at its end, and a shorter gap counts', async () => {
  const began: number[] = [];
  const start = Date.now();
  const pacer = new Pacer(async () => void began.push(Date.now() - start));
  for (let at = 0; at < 10; at += 1) pacer.poke(500);
  await vi.advanceTimersByTimeAsync(400);
  expect(began).toEqual([0]);
  pacer.poke(500);
  await vi.advanceTimersByTimeAsync(2000);
  expect(began).toEqual([0, 500]);
  pacer.poke(5000);
  pacer.poke(2500);
  pacer.poke(5000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(began).toEqual([0, 500, 3000]);
  pacer.poke(9000);
  pacer.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(began).toHaveLength(3);
});

test('work is never done twice at a time, and what was told during it is not lost, even if it fails', async () => {
  let fail: (error: Error) => void = () => undefined;
  let count = 0;
  const pacer = new Pacer(() => {
    count += 1;
    return count === 1 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve();
  });
  pacer.poke(100);
  pacer.poke(100);
  await vi.advanceTimersByTimeAsync(1000);
  expect(count).toBe(1);
  fail(new Error('gone'));
  await vi.advanceTimersByTimeAsync(0);
  expect(count).toBe(2);
});
