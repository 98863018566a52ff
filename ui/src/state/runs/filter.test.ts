import { describe, expect, it } from 'vitest';
import { parseFilter, withStatus } from './filter';

const NOTHING = { status: [], q: '', tag: '', graph: '', worker: '' };

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
    expect(parseFilter('status:').query).toEqual({ ...NOTHING, q: 'status:' });
  });

  it('names the first status that there is not', () => {
    expect(parseFilter('status:sleeping,x').unknown).toBe('sleeping');
    expect(parseFilter('status:failed').unknown).toBe(null);
  });

  it('leaves other keys in the words', () => {
    expect(parseFilter('lr:3e-4 graph:iris worker:local').query).toEqual({ ...NOTHING, q: 'lr:3e-4', graph: 'iris', worker: 'local' });
  });
});

describe('withStatus', () => {
  it('replaces what was asked before and keeps the rest', () => {
    expect(withStatus('status:failed,queued  tag:x word', 'running')).toBe('status:running tag:x word');
    expect(withStatus('tag:x status:"failed"', null)).toBe('tag:x');
    expect(withStatus('', null)).toBe('');
    expect(withStatus('mystatus:x', null)).toBe('mystatus:x');
  });
});
