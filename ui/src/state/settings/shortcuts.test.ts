import { describe, expect, it } from 'vitest';
import type { Command } from '../commands/commands';
import { clash, isTaken, isUnfinished, withChord, withNone, withOwn } from './shortcuts';

const command = (id: string, ...keys: string[]): Command => ({ id, keys, label: () => id, scope: 'global', run: () => undefined });
const run = command('run.start', 'mod+enter');
const undo = command('edit.undo', 'mod+z');
const redo = command('edit.redo', 'mod+shift+z', 'mod+y');
const all = [run, undo, redo];

describe('keys that a person chooses', () => {
  it('clash with those of another command, chosen or its own', () => {
    expect(clash(all, {}, 'run.start', 'mod+y')).toBe(redo);
    expect(clash(all, {}, 'edit.redo', 'mod+y')).toBeNull();
    expect(clash(all, { 'edit.undo': ['f5'] }, 'run.start', 'f5')).toBe(undo);
    expect(clash(all, { 'edit.undo': ['f5'] }, 'run.start', 'mod+z')).toBeNull();
  });

  it('are taken from the command that had them', () => {
    expect(withChord(all, {}, run, 'mod+y')).toEqual({ 'run.start': ['mod+y'], 'edit.redo': ['mod+shift+z'] });
    expect(withChord(all, {}, run, 'f5')).toEqual({ 'run.start': ['f5'] });
  });

  it('are no choice when they are the command’s own', () => {
    expect(withChord(all, { 'run.start': ['f5'] }, run, 'mod+enter')).toEqual({});
    expect(withOwn(all, { 'run.start': ['f5'], 'edit.undo': [] }, run)).toEqual({ 'edit.undo': [] });
    expect(withNone({}, run)).toEqual({ 'run.start': [] });
  });

  it('do not come back to two commands at once', () => {
    const chosen = withChord(all, {}, run, 'mod+z');
    expect(chosen).toEqual({ 'run.start': ['mod+z'], 'edit.undo': [] });
    expect(withOwn(all, chosen, undo)).toEqual(chosen);
    expect(withOwn(all, withChord(all, {}, run, 'mod+y'), redo)).toEqual({ 'run.start': ['mod+y'], 'edit.redo': ['mod+shift+z'] });
  });

  it('wait for a key beside the modifiers, and leave the browser its own', () => {
    expect(['mod+control', 'shift', 'mod+shift+z', '+'].map(isUnfinished)).toEqual([true, true, false, false]);
    expect(['mod+w', 'escape', 'mod+e'].map(isTaken)).toEqual([true, true, false]);
  });
});
