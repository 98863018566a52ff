// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OncePerFrame } from './marks';

describe('calls of a drawing', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('are one a frame', () => {
    const act = vi.fn();
    const calls = new OncePerFrame(act);
    for (let at = 0; at < 5; at += 1) calls.ask();
    expect(act).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(17);
    expect(act).toHaveBeenCalledTimes(1);
    calls.ask();
    vi.advanceTimersByTime(17);
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('keep their distance, and the last one asked for comes', () => {
    const act = vi.fn();
    const calls = new OncePerFrame(act, 100);
    for (let ms = 0; ms < 1000; ms += 10) {
      calls.ask();
      vi.advanceTimersByTime(10);
    }
    expect(act.mock.calls.length).toBeGreaterThanOrEqual(8);
    expect(act.mock.calls.length).toBeLessThanOrEqual(10);
    const before = act.mock.calls.length;
    vi.advanceTimersByTime(200);
    expect(act).toHaveBeenCalledTimes(before + 1);
    vi.advanceTimersByTime(1000);
    expect(act).toHaveBeenCalledTimes(before + 1);
  });

  it('end', () => {
    const act = vi.fn();
    const calls = new OncePerFrame(act, 100);
    calls.ask();
    vi.advanceTimersByTime(17);
    calls.ask();
    calls.end();
    calls.ask();
    calls.end();
    vi.advanceTimersByTime(500);
    expect(act).toHaveBeenCalledTimes(1);
  });
});
