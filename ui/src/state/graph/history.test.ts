import { describe, expect, it } from 'vitest';
import { BURST_MS, MAX_STEPS, noHistory, recorded, redone, undone } from './history';

describe('history', () => {
  it('goes back and forth through every step', () => {
    let history = recorded(noHistory<number>(), 0, 'one', null, 0);
    history = recorded(history, 1, 'two', null, 10);
    const back = undone(history, 2)!;
    expect([back.value, back.label]).toEqual([1, 'two']);
    const further = undone(back.history, back.value)!;
    expect([further.value, further.label]).toEqual([0, 'one']);
    expect(undone(further.history, further.value)).toBeNull();
    const again = redone(further.history, further.value)!;
    expect([again.value, again.label]).toEqual([1, 'one']);
    expect(redone(again.history, again.value)!.value).toBe(2);
  });

  it('joins a burst of one kind and nothing else', () => {
    let history = recorded(noHistory<string>(), '', 'type', 'name', 0);
    history = recorded(history, 'a', 'type', 'name', BURST_MS - 1);
    expect(history.past).toHaveLength(1);
    expect(undone(history, 'ab')!.value).toBe('');
    history = recorded(history, 'ab', 'type', 'other', BURST_MS);
    expect(history.past).toHaveLength(2);
    history = recorded(history, 'ab', 'type', 'other', 3 * BURST_MS);
    expect(history.past).toHaveLength(3);
  });

  it('forgets what was undone when something new is done, and what is too old', () => {
    let history = recorded(noHistory<number>(), 0, 'one', null, 0);
    const back = undone(history, 1)!;
    history = recorded(back.history, 0, 'other', null, 5);
    expect(redone(history, 9)).toBeNull();
    for (let count = 0; count < MAX_STEPS + 20; count += 1) history = recorded(history, count, 'many', null, count);
    expect(history.past).toHaveLength(MAX_STEPS);
  });
});
