import { describe, expect, it } from 'vitest';
import { gather, GATHER_MS, isWanted, kindOf, leftMs, NOTHING, type Ended } from './gather';

const run = (id: string): Ended => ({ id, name: id, status: 'succeeded', reason: '' });
const ids = (told: readonly Ended[]): string[] => told.map((one) => one.id);

describe('what is told of runs that end', () => {
  it('is the first at once, and what follows within half a minute in one go', () => {
    const first = gather(NOTHING, run('a'), 1000);
    expect(ids(first.tell)).toEqual(['a']);
    const second = gather(first.after, run('b'), 2000);
    expect(second.tell).toEqual([]);
    expect(leftMs(second.after, 2000)).toBe(GATHER_MS - 1000);
    const third = gather(second.after, run('c'), 1000 + GATHER_MS - 1);
    expect(third.tell).toEqual([]);
    const over = gather(third.after, null, 1000 + GATHER_MS);
    expect(ids(over.tell)).toEqual(['b', 'c']);
    expect(leftMs(over.after, 1000 + GATHER_MS)).toBeNull();
    // and the half minute begins anew
    expect(gather(over.after, run('d'), 1000 + GATHER_MS + 1).tell).toEqual([]);
  });

  it('is told at once again after a quiet time', () => {
    const first = gather(NOTHING, run('a'), 0);
    expect(ids(gather(first.after, run('b'), GATHER_MS).tell)).toEqual(['b']);
  });

  it('is nothing when only time goes by', () => {
    expect(gather(NOTHING, null, 5)).toEqual({ after: NOTHING, tell: [] });
  });
});

describe('who is told', () => {
  const on = { notify: true, muted: [] };

  it('is a person who looks elsewhere and wants it', () => {
    expect(isWanted('run_failed', on, false)).toBe(true);
    expect(isWanted('run_failed', on, true)).toBe(false);
    expect(isWanted('run_failed', { ...on, notify: false }, false)).toBe(false);
    expect(isWanted('run_failed', { ...on, muted: ['run_failed'] }, false)).toBe(false);
    expect(isWanted('run_finished', { ...on, muted: ['run_failed'] }, false)).toBe(true);
  });

  it('is not told of what they did themselves', () => {
    expect(['succeeded', 'failed', 'interrupted', 'cancelled'].map(kindOf)).toEqual(['run_finished', 'run_failed', 'run_failed', null]);
    expect(isWanted(kindOf('cancelled'), on, false)).toBe(false);
  });
});
