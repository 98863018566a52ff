import { describe, expect, it } from 'vitest';
import type { Event, Json } from '../../api/types.gen';
import { consoleLines, interleaved, linesOf, NOTHING_BEGUN, type Line } from './log';
import { cutAt, isFollowing, matchesOf, shownLines } from './logView';

const event = (type: string, payload: Json): Event => ({ cursor: 1, type, payload, ts: '2026-03-01T10:00:00Z' });
const told = (type: string, payload: Json): unknown[] => linesOf(event(type, payload)).map((one) => [one.level, one.node, one.word, one.text]);

describe('linesOf', () => {
  it('keeps the reason behind a line, by which it is said in the language of now', () => {
    const reason = { code: 'node_retry', params: { attempt: 1 } };
    expect(linesOf(event('run_warning', { kind: 'node_retry', ...reason, text: 'Tried again.' }))[0]!.reason).toEqual(reason);
    expect(linesOf(event('run_warning', { kind: 'other', text: 'x' }))[0]!.reason).toBe(null);
  });

  it('says what nodes do, the usual above and the rest below', () => {
    expect(told('node_status', { node_id: 'a', status: 'running' })).toEqual([['debug', 'a', 'node_running', '']]);
    expect(told('node_status', { node_id: 'a', status: 'error', error: 'No such file.' })).toEqual([['error', 'a', null, 'No such file.']]);
    const summary = { output_kind: 'tensor_summary', tensor_summary: { out: { type: 'tensor', shape: [2, 3], dtype: 'float32' }, n: { type: 'int' } } };
    expect(told('node_status', { node_id: 'a', status: 'completed', outputs: [{ output_kind: 'text', text: 'one\ntwo\n' }, summary] })).toEqual([
      ['info', 'a', null, 'one'], ['info', 'a', null, 'two'], ['info', 'a', 'node_completed', 'out [2, 3] float32'],
    ]);
  });

  it('puts the place of a progress first, and batches below epochs', () => {
    const progress = (value: Json): Json => ({ node_id: 'l', status: 'progress', outputs: [{ output_kind: 'progress', progress: value }] });
    expect(told('node_status', progress({ event: 'epoch', loss: 0.30714, lr: 1e-5, epoch: 3, total_epochs: 12 }))).toEqual([
      ['info', 'l', null, 'epoch 3/12  loss 0.3071  lr 1.00e-5'],
    ]);
    expect(told('node_status', progress({ event: 'batch', batch: 4 }))).toEqual([['debug', 'l', null, 'batch 4']]);
    expect(told('node_status', progress({ event: 'begin' }))).toEqual([['debug', 'l', null, 'begin']]);
  });

  it('tells files, warnings and ends', () => {
    expect(told('artifact', { path: 'C:\\runs\\x\\best.pt', node_id: 's' })).toEqual([['info', 's', 'saved', 'best.pt']]);
    expect(told('run_warning', { kind: 'node_retry', text: '' })).toEqual([['warning', null, 'warning', 'node_retry']]);
    expect(told('execution_stopped', { reason: 'interrupted' })).toEqual([['warning', null, 'interrupted', '']]);
    expect(told('execution_error', { error: 'Out.', params: { node_id: 'n' } })).toEqual([['error', 'n', 'failed', 'Out.']]);
    expect(told('metric', { points: [{ node_id: 'n', name: 'loss', step: 3, value: null }] })).toEqual([['debug', 'n', null, 'loss –  step 3']]);
  });

  it('survives payloads that are nothing of the kind', () => {
    for (const payload of [null, [], 'x', 3, { outputs: 'no', points: [1], params: 4 }] as Json[]) {
      for (const type of ['node_status', 'metric', 'artifact', 'execution_error', 'unheard_of']) expect(Array.isArray(linesOf(event(type, payload)))).toBe(true);
    }
  });
});

describe('consoleLines', () => {
  it('keeps a begun line for the next piece, and gives it up at the end', () => {
    const first = consoleLines(NOTHING_BEGUN, 'one\ntw', false);
    expect([first.lines.map((one) => one.text), first.begun.text]).toEqual([['one'], 'tw']);
    const second = consoleLines(first.begun, 'o\nthree', true);
    expect([second.lines.map((one) => one.text), second.begun.text]).toEqual([['two', 'three'], '']);
  });

  it('shows what a terminal would show in the end', () => {
    expect(consoleLines(NOTHING_BEGUN, '10%\r50%\r100%\r\n\u001b[31mred\u001b[0m\ta\n', false).lines.map((one) => one.text)).toEqual(['100%', 'red    a']);
  });
});

describe('when lines were printed', () => {
  const printed = (line: number, before: number): { line: number; at: string; before: number } => ({ line, at: `at ${before}`, before });

  it('holds from a mark on; a line that goes on has the time of its begin', () => {
    const first = consoleLines(NOTHING_BEGUN, 'a\nb\nc', false, [printed(0, 2), printed(2, 5)]);
    expect(first.lines.map((one) => [one.text, one.at, one.cursor])).toEqual([['a', 'at 2', 2], ['b', 'at 2', 2]]);
    const second = consoleLines(first.begun, 'd\ne\n', true, [printed(0, 7)]);
    expect(second.lines.map((one) => [one.text, one.cursor])).toEqual([['cd', 5], ['e', 7]]);
    expect(consoleLines(NOTHING_BEGUN, 'x\n', true).lines[0]).toMatchObject({ at: null, cursor: null });
  });

  const told = (cursor: number): Line => linesOf({ ...event('execution_start', null), cursor })[0]!;
  const said = (text: string, before: number | null): Line => ({ ...consoleLines(NOTHING_BEGUN, `${text}\n`, true).lines[0]!, cursor: before });
  const order = (lines: readonly Line[]): unknown[] => lines.map((line) => (line.from === 'event' ? line.cursor : line.text));

  it('puts what was printed before the event behind it', () => {
    const { lines, later } = interleaved([told(1), told(2), told(3)], [said('a', 2), said('b', 3), said('c', 3), said('d', 4)], 3, true);
    expect([order(lines), later]).toEqual([[1, 'a', 2, 'b', 'c', 3, 'd'], []]);
  });

  it('keeps for later what comes behind events that are not known yet', () => {
    const { lines, later } = interleaved([told(1)], [said('a', 1), said('b', 2), said('c', 3), said('d', 4)], 1, true);
    expect([order(lines), order(later)]).toEqual([['a', 1, 'b'], ['c', 'd']]);
    expect(order(interleaved([], later, Infinity, true).lines)).toEqual(['c', 'd']);
  });

  it('leaves untimed lines behind the events, once all of these are there', () => {
    const some = interleaved([told(1)], [said('a', null)], 1, false);
    expect([order(some.lines), order(some.later)]).toEqual([[1], ['a']]);
    expect(order(interleaved([told(2)], some.later, 2, true).lines)).toEqual([2, 'a']);
  });
});

describe('the view of a log', () => {
  const lines = [...linesOf(event('execution_start', null)), ...linesOf(event('node_status', { node_id: 'a', status: 'running' })), ...consoleLines(NOTHING_BEGUN, 'Loss\n', false).lines];

  it('shows by source, level and node', () => {
    expect(shownLines(lines, { from: 'both', level: 'debug', node: null })).toEqual([0, 1, 2]);
    expect(shownLines(lines, { from: 'both', level: 'info', node: null })).toEqual([0, 2]);
    expect(shownLines(lines, { from: 'event', level: 'debug', node: 'a' })).toEqual([1]);
    expect(shownLines(lines, { from: 'console', level: 'debug', node: null })).toEqual([2]);
  });

  it('finds in any case and cuts around what it found', () => {
    expect(matchesOf(['a loss', 'b', 'LOSS'], 'Loss')).toEqual([0, 2]);
    expect(matchesOf(['a'], '')).toEqual([]);
    expect(cutAt('loss, Loss.', 'loss')).toEqual(['', 'loss', ', ', 'Loss', '.']);
    expect(cutAt('text', '')).toEqual(['text']);
  });

  it('follows at the foot alone; a step up ends it, a step down that stays above does not begin it', () => {
    const at = (scrollTop: number): { scrollTop: number; scrollHeight: number; clientHeight: number } => ({ scrollTop, scrollHeight: 1000, clientHeight: 200 });
    expect(isFollowing(false, 0, at(790))).toBe(true);
    expect(isFollowing(true, 800, at(700))).toBe(false);
    expect(isFollowing(false, 700, at(750))).toBe(false);
    expect(isFollowing(true, 500, at(600))).toBe(true); // lines came in below, and nobody scrolled
  });
});
