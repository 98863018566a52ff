import { describe, expect, it } from 'vitest';
import type { GraphDocument } from './document';
import { subjectOf as subject } from './steps';

const data = { id: 'a', type: 'Dataset' };
const loader = { id: 'b', type: 'DataLoader', data: { label: 'Train' } };
const wire = { id: 'w', source: 'a', target: 'b' };
const graph = (nodes: GraphDocument['nodes'], edges: GraphDocument['edges'] = []): GraphDocument => ({ nodes, edges });

const subjectOf = (before: GraphDocument, after: GraphDocument): string => subject({ root: before, path: [] }, after);

describe('what a step was about', () => {
  it('names the ends of a wire, and the node', () => {
    const nodes = [data, loader];
    expect(subjectOf(graph(nodes), graph(nodes, [wire]))).toBe('Dataset → Train');
    expect(subjectOf(graph([data]), graph(nodes))).toBe('Train');
    expect(subjectOf(graph(nodes, [wire]), graph([data]))).toBe('Train'); // its wires went with it
    expect(subjectOf(graph(nodes), graph([data, { ...loader, position: { x: 1, y: 2 } }]))).toBe('Train');
  });

  it('names the new wire where it took the place of another', () => {
    const nodes = [data, loader, { id: 'c', type: 'Split' }];
    expect(subjectOf(graph(nodes, [wire]), graph(nodes, [{ id: 'x', source: 'c', target: 'b' }]))).toBe('Split → Train');
  });

  it('names nothing where many changed, or nothing did', () => {
    expect(subjectOf(graph([]), graph([data, loader]))).toBe('');
    const same = graph([data], [wire]);
    expect(subjectOf(same, { ...same, name: 'other' })).toBe('');
  });
});
