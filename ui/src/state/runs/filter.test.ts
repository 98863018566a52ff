import { describe, expect, it } from 'vitest';
import { parseFilter, withKey } from './filter';

const NOTHING = { status: [], q: '', tag: '', graph: '', worker: '', since: '' };

describe('parseFilter', () => {
  it('takes words without a key for names, and quotes for what has blanks', () => {
    expect(parseFilter('  night  run ').query).toEqual({ ...NOTHING, q: 'night run' });
    expect(parseFilter('tag:"fig 4" "a  b"').query).toEqual({ ...NOTHING, tag: 'fig 4', q: 'a  b' });
    expect(parseFilter('tag:"open').query).toEqual({ ...NOTHING, tag: 'open' });
  });

  it('knows statuses by their beginning, in either language, in one fixed order', () => {
    expect(parseFilter('status:fa STATUS:Queued').query.status).toEqual(['queued', 'failed']);
    expect(parseFilter('status:失', { failed: '失敗' }).query.status).toEqual(['failed']);
    expect(parseFilter('status:failed,cancelled').query.status).toEqual(['failed', 'cancelled']);
  });

  it('asks for nothing where a value has not been typed yet', () => {
    expect(parseFilter('status:')).toEqual({ query: NOTHING, unknown: null });
    expect(parseFilter('tag: since: word').query).toEqual({ ...NOTHING, q: 'word' });
    expect(parseFilter('mytag:').query).toEqual({ ...NOTHING, q: 'mytag:' });
  });

  it('names the first thing that means nothing', () => {
    expect(parseFilter('status:sleeping,x since:soon').unknown).toEqual({ key: 'status', typed: 'sleeping' });
    expect(parseFilter('since:soon').unknown).toEqual({ key: 'since', typed: 'soon' });
    expect(parseFilter('status:failed since:7d').unknown).toBe(null);
  });

  it('has one moment for all of a minute, so that the same list is asked for again', () => {
    const at = (seconds: number): string => parseFilter('since:2h', {}, Date.UTC(2026, 2, 1, 10, 30, seconds)).query.since;
    expect([at(1), at(59)]).toEqual(['2026-03-01T08:30:00', '2026-03-01T08:30:00']);
  });

  it('leaves other keys in the words', () => {
    expect(parseFilter('lr:3e-4 graph:iris worker:local').query).toEqual({ ...NOTHING, q: 'lr:3e-4', graph: 'iris', worker: 'local' });
  });
});

describe('withKey', () => {
  it('replaces what was asked before and keeps the rest', () => {
    expect(withKey('status:failed,queued  tag:x word', 'status', 'running')).toBe('status:running tag:x word');
    expect(withKey('tag:x status:"failed"', 'status', null)).toBe('tag:x');
    expect(withKey('', 'status', null)).toBe('');
    expect(withKey('mystatus:x', 'status', null)).toBe('mystatus:x');
    expect(withKey('tag:x', 'tag', 'fig 4')).toBe('tag:"fig 4"');
  });
});

it('what is longer than the server reads is told here, character by character', () => {
  const long = (count: number): string => '長😀'.repeat(count / 2);
  expect(parseFilter(long(256)).unknown).toBeNull();
  expect(parseFilter(`${long(256)}a`).unknown).toEqual({ key: 'long', typed: '256' });
  expect(parseFilter(`tag:${long(258)}`).unknown).toEqual({ key: 'long', typed: '256' });
  expect(parseFilter(`status:nothing ${long(258)}`).unknown).toEqual({ key: 'status', typed: 'nothing' });
});
