import { describe, expect, it } from 'vitest';
import { indented, newLine, outdented, type Edit } from './lines';

/** `|` stands where the selection begins and ends, in what is given and in what comes of it. */
function after(edit: (text: string, start: number, end: number) => Edit, marked: string): string {
  const [before, within, behind] = marked.split('|') as [string, string, string?];
  const text = before + (behind === undefined ? '' : within) + (behind ?? within);
  const end = behind === undefined ? before.length : before.length + within.length;
  const { from, to, text: put, start, end: last } = edit(text, before.length, end);
  const next = text.slice(0, from) + put + text.slice(to);
  return start === last ? `${next.slice(0, start)}|${next.slice(start)}` : `${next.slice(0, start)}|${next.slice(start, last)}|${next.slice(last)}`;
}

describe('Tab', () => {
  it.each([
    ['|x', '    |x'],
    ['  |x', '    |x'],
    ['a\nab|', 'a\nab  |'],
    ['|a\nb|', '    |a\n    b|'],
    ['a\nb|c\n\nd|e', 'a\n    b|c\n\n    d|e'],
    ['|a\n|b', '    |a\n|b'],
  ])('%j', (before, wanted) => expect(after(indented, before)).toBe(wanted));
});

describe('Shift+Tab', () => {
  it.each([
    ['    x|', 'x|'],
    ['  |x', '|x'],
    ['a\n     |b', 'a\n |b'],
    ['|    a\n  b|', '|a\nb|'],
    ['\t|a', '|a'],
    ['|a', '|a'],
  ])('%j', (before, wanted) => expect(after(outdented, before)).toBe(wanted));
});

describe('Enter', () => {
  it.each([
    ['a|', 'a\n|'],
    ['  a|b', '  a\n  |b'],
    ['def run():|', 'def run():\n    |'],
    ['  if x:  # why|', '  if x:  # why\n      |'],
    ['a|bc|d', 'a\n|d'],
    ['|x', '\n|x'],
  ])('%j', (before, wanted) => expect(after(newLine, before)).toBe(wanted));
});
