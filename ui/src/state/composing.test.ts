// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changedMs, startComposing } from './composing';

let stop: () => void;
const input = document.createElement('input');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  stop = startComposing();
  document.body.append(input);
  input.focus();
});
afterEach(() => {
  stop();
  input.remove();
  vi.useRealTimers();
});
const say = (type: string): boolean => input.dispatchEvent(new CompositionEvent(type, { bubbles: true }));

it.each([
  [{ key: 'Enter', isComposing: true }, 0],
  [{ key: 'Process', keyCode: 229 }, 0],
  [{ key: 'Enter', keyCode: 229 }, 0],
  [{ key: 'Enter', keyCode: 13 }, 2],
])('of a key that is %o the page hears %i times', (press, times) => {
  const heard = vi.fn();
  for (const type of ['keydown', 'keyup']) {
    input.addEventListener(type, heard, { once: true });
    const event = new KeyboardEvent(type, { ...press, bubbles: true, cancelable: true });
    input.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false); // the input method goes on with it
  }
  expect(heard).toHaveBeenCalledTimes(times);
});

it('has one time for all of a composition, and none after it', () => {
  const began = performance.now();
  say('compositionstart');
  vi.advanceTimersByTime(9000);
  expect(changedMs()).toBe(began);
  say('compositionend');
  expect(changedMs()).toBe(began + 9000);
});

it('forgets a composition whose field is gone', () => {
  say('compositionstart');
  vi.advanceTimersByTime(9000);
  input.remove();
  expect(changedMs()).toBe(performance.now());
});
