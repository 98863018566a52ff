import { describe, expect, it } from 'vitest';
import type { GraphDocument } from './document';
import { upTo } from './upTo';

const wire = (source: string, target: string, type: 'data' | 'trigger' = 'data') => ({ id: `${source}-${target}`, source, target, type });
const doc: GraphDocument = {
  name: 'G',
  nodes: ['go', 'a', 'b', 'c', 'd', 'lone'].map((id) => ({ id, type: id === 'go' ? 'Start' : 'Print' })),
  edges: [wire('go', 'a', 'trigger'), wire('go', 'd', 'trigger'), wire('a', 'b'), wire('b', 'c'), wire('d', 'c')],
  settings: { seed: 3 },
};
const ids = (given: GraphDocument): string[] => [...given.nodes, ...given.edges].map(({ id }) => id);

describe('running up to a node', () => {
  it('keeps what feeds it and what starts that, and nothing that comes after', () => {
    expect(ids(upTo(doc, 'b'))).toEqual(['go', 'a', 'b', 'go-a', 'a-b']);
    expect(upTo(doc, 'b')).toMatchObject({ name: 'G', settings: { seed: 3 } });
    expect(ids(upTo(doc, 'c'))).toEqual(['go', 'a', 'b', 'c', 'd', 'go-a', 'go-d', 'a-b', 'b-c', 'd-c']);
  });

  it('starts what nothing starts', () => {
    const part = upTo(doc, 'lone');
    expect(ids(part)).toEqual(['__start', 'lone', '__trigger']);
    expect(part.edges[0]).toMatchObject({ type: 'trigger', source: '__start', target: 'lone' });
  });
});
