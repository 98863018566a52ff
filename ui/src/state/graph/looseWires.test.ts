import { expect, it } from 'vitest';
import { emptyDocument, type GraphDocument } from './document';
import { loose, withoutLoose } from './looseWires';

const wire = (source: string, target: string) => ({ id: `${source}-${target}`, source, target });
const level = (facts: Partial<GraphDocument> = {}): GraphDocument => ({ ...emptyDocument('a'), nodes: [{ id: 'a', type: 'Print' }, { id: 'b', type: 'Print' }], edges: [wire('a', 'b')], ...facts });

it('goes where an end is missing, on the canvas and within subgraphs', () => {
  const inner = level({ edges: [wire('a', 'b'), wire('b', 'nowhere')] });
  const graph = { ...level({ edges: [wire('nowhere', 'a'), wire('a', 'b')] }), subgraphs: [inner, 3] };
  expect(loose(graph)).toBe(2);
  const after = withoutLoose(graph);
  expect([after.edges, (after.subgraphs as GraphDocument[])[0]!.edges, loose(after)]).toEqual([[wire('a', 'b')], [wire('a', 'b')], 0]);
  expect(withoutLoose(after)).toBe(after);
});
