import { expect, it } from 'vitest';
import { completionsOf, type Known } from './complete';

const KNOWN: Known = {
  tag: [{ value: 'thesis', count: 9 }, { value: 'fig 4', count: 2 }],
  graph: [{ value: 'iris-mlp', count: 3 }],
  worker: [{ value: 'local', count: 12 }],
};
const STATUSES = { failed: '失敗', running: '執行中' };
const offered = (typed: string, caret = typed.length): string[] => completionsOf(typed, caret, KNOWN, STATUSES).map(({ text }) => text);

it('offers keys, then the values of a key', () => {
  expect(offered('')).toEqual([]);
  expect(offered('s')).toEqual(['status:', 'since:']);
  expect(offered('word ta')).toEqual(['word tag:']);
  expect(offered('tag:')).toEqual(['tag:thesis ', 'tag:"fig 4" ']);
  expect(offered('tag:"fi')).toEqual(['tag:"fig 4" ']);
  expect(offered('worker:LO')).toEqual(['worker:local ']);
  expect(offered('x:')).toEqual([]);
  expect([offered('tag:thesis'), offered('tag:"fig 4"')]).toEqual([[], []]); // typed to its end
});

it('takes statuses in either language, and several of them', () => {
  expect(offered('status:失')).toEqual(['status:failed ']);
  expect(offered('status:failed,ru')).toEqual(['status:failed,running ']);
});

it('replaces the word one is in, and leaves what follows', () => {
  const [first] = completionsOf('graph:ir tag:thesis', 8, KNOWN, STATUSES);
  expect([first!.text, first!.caret]).toEqual(['graph:iris-mlp tag:thesis', 14]);
  const [other] = completionsOf('status:fai tag:x', 9, KNOWN, STATUSES);
  expect(other!.text).toBe('status:failed tag:x');
});
