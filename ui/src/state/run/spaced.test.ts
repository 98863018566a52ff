import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Spaced } from './spaced';

describe('what is said with space between', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes at once, then the last of what came in the meantime', () => {
    const said: string[] = [];
    const spaced = new Spaced<string>(5000, (value) => said.push(value));
    for (const value of ['a', 'b', 'c']) spaced.say(value);
    expect(said).toEqual(['a']);
    vi.advanceTimersByTime(4999);
    expect(said).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(said).toEqual(['a', 'c']);
    spaced.say('d');
    vi.advanceTimersByTime(5000);
    expect(said).toEqual(['a', 'c', 'd']);
    vi.advanceTimersByTime(5000);
    spaced.say('e');
    expect(said.at(-1)).toBe('e');
  });

  it('is not said when it is dropped', () => {
    const said: string[] = [];
    const spaced = new Spaced<string>(5000, (value) => said.push(value));
    spaced.say('a');
    spaced.say('b');
    spaced.drop();
    vi.advanceTimersByTime(9000);
    expect(said).toEqual(['a']);
  });
});
