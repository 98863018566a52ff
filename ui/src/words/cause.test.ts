import { describe, expect, it } from 'vitest';
import type { TFunction } from 'i18next';
import { cause } from './cause';

const t = ((key: string, given: { device: string }) => `${key} ${given.device}`) as unknown as TFunction;
const failed = (message: unknown, error_type: unknown = 'ValueError'): Parameters<typeof cause>[1] => (
  { code: 'node_failed', params: { node_id: 'k', node_type: 'KeyUser', error_type, message }, text: 'Node k (KeyUser) stopped with ValueError.' }
);

describe('cause', () => {
  it('is what was raised, in one line', () => {
    expect(cause(t, failed('bad key'))).toEqual({ node: 'KeyUser', what: 'ValueError: bad key' });
    expect(cause(t, failed(' shapes differ:\n  [2]\n  [3] '))!.what).toBe('ValueError: shapes differ: [2] [3]');
    expect(cause(t, failed(''))!.what).toBe('ValueError');
  });

  it('says where memory ended', () => {
    expect(cause(t, { code: 'out_of_memory', params: { node_type: 'Linear', device: 'cuda:0' }, text: '' })).toEqual({ node: 'Linear', what: 'cause.out_of_memory cuda:0' });
  });

  it('leaves other sentences as they are, and those that are not whole', () => {
    expect(cause(t, { code: 'file_missing', params: { node_type: 'Csv' }, text: 'No such file.' })).toBe(null);
    expect(cause(t, failed(null))).toBe(null);
    expect(cause(t, failed('x', 3))).toBe(null);
  });
});
