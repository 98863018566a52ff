import { describe, expect, it } from 'vitest';
import { answerOf, type Standing } from './answer';

const FREE: Standing = { runs: 0, isUnsaved: false, canAsk: true, onQuit: 'ask' };

describe('a window that is being closed', () => {
  it('may go when nothing would be lost, whatever was chosen for runs', () => {
    expect(answerOf(FREE)).toBe('free');
    expect(answerOf({ ...FREE, onQuit: 'stop', canAsk: false })).toBe('free');
  });

  it('asks about runs, unless the person has said for good what becomes of them', () => {
    expect(answerOf({ ...FREE, runs: 1 })).toBe('ask');
    expect(answerOf({ ...FREE, runs: 1, onQuit: 'keep' })).toBe('keep');
    expect(answerOf({ ...FREE, runs: 1, onQuit: 'stop' })).toBe('stop');
    expect(answerOf({ ...FREE, runs: 1, onQuit: 'stop', canAsk: false })).toBe('stop');
  });

  it('leaves the question to the window where its dialog never came', () => {
    expect(answerOf({ ...FREE, runs: 1, canAsk: false })).toBe('silent');
    expect(answerOf({ ...FREE, isUnsaved: true, canAsk: false })).toBe('unsaved');
  });

  it('asks about changes first: a choice about runs says nothing about them', () => {
    expect(answerOf({ ...FREE, runs: 2, isUnsaved: true, onQuit: 'stop' })).toBe('ask');
  });
});
