import { describe, expect, it } from 'vitest';
import { between, endsOfStretch, segmentsOf, sourceOf, withoutSegment, withSegment } from './segment';

const wire = (source: string, target: string, type: 'data' | 'trigger' = 'data') => ({ id: `${source}-${target}`, source, target, sourceHandle: 'out', targetHandle: 'in', type });
const doc = {
  nodes: ['in', 'a', 'b', 'c', 'd', 'side'].map((id) => ({ id, type: 'Linear' })),
  edges: [wire('in', 'a'), wire('a', 'b'), wire('a', 'c'), wire('b', 'd'), wire('c', 'd'), wire('a', 'side'), wire('side', 'd', 'trigger')],
};
const ends = (...ids: string[]) => endsOfStretch(doc, new Set(ids));

describe('a stretch', () => {
  it('has one node that it begins with and one that it ends with', () => {
    expect(ends('a', 'b', 'c', 'd')).toEqual({ head: 'a', tail: 'd' });
    expect(ends('a', 'b')).toEqual({ head: 'a', tail: 'b' });
    expect([ends('b', 'c'), ends('a'), ends('a', 'b', 'c'), ends()]).toEqual([null, null, null, null]);
  });

  it('holds every node on the ways between, not those beside', () => {
    expect([...between(doc, 'a', 'd')].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(between(doc, 'd', 'a').size).toBe(0);
  });
});

describe('segments of a document', () => {
  it('are added once and taken away; what nobody here knows stays', () => {
    const kept = { ...doc, segmentGroups: [{ id: 'x', headNodeId: 'gone', tailNodeId: 'd', colour: 'red' }] };
    const one = withSegment(kept, 'a', 'd');
    expect(segmentsOf(one)).toEqual([{ id: 'segment-a', head: 'a', tail: 'd' }]);
    expect(withSegment(one, 'a', 'd')).toBe(one);
    expect(withoutSegment(one, 'segment-a')['segmentGroups']).toEqual(kept.segmentGroups);
    expect([segmentsOf({ ...doc, segmentGroups: 'no' }), segmentsOf({ ...doc, segmentGroups: [null, 3] })]).toEqual([[], []]);
  });

  it('take in what feeds their head', () => {
    expect(sourceOf(doc, { id: 's', head: 'a', tail: 'd' })).toEqual({ node: 'in', port: 'out' });
    expect(sourceOf(doc, { id: 's', head: 'in', tail: 'd' })).toBeNull();
  });
});
