import { describe, expect, it } from 'vitest';
import { failedNode } from './failed';
import { newPicture } from './reduce';

const failed = { ...newPicture('r'), phase: 'failed' as const };

describe('the node that a run failed at', () => {
  it('is the one that the error names, else the one that has an error', () => {
    const error = { code: 'node_failed', params: { node_id: 'card/b' }, text: '' };
    const nodes = { a: { status: 'completed' as const }, c: { status: 'error' as const } };
    expect(failedNode({ ...failed, error, nodes })).toBe('card/b');
    expect(failedNode({ ...failed, error: { ...error, params: {} }, nodes })).toBe('c');
  });

  it('is none of a run that ended otherwise, or for a reason of its own', () => {
    expect(failedNode({ ...failed, phase: 'cancelled', nodes: { c: { status: 'error' } } })).toBeNull();
    expect(failedNode(failed)).toBeNull();
  });
});
