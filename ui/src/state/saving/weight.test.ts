import { expect, it } from 'vitest';
import { emptyDocument, type GraphNode } from '../graph/document';
import { isHeavy, weightOf } from './weight';

const node = (id: string, text: string): GraphNode => ({ id, type: 'Print', data: { params: { text, list: [1, 2, 3], deep: { rows: [['a']] } } } });

it('tells about how long the text of a value is', () => {
  const doc = { ...emptyDocument('a'), nodes: Array.from({ length: 50 }, (_, at) => node(`n${at}`, 'x'.repeat(at))) };
  const real = JSON.stringify(doc).length;
  expect(weightOf(doc)).toBeGreaterThan(0.7 * real);
  expect(weightOf(doc)).toBeLessThan(1.5 * real);
});

it('one long text is as heavy as many nodes are, and a node that was replaced is looked at anew', () => {
  const light = { ...emptyDocument('a'), nodes: [node('n', 'short')] };
  expect([isHeavy(light), isHeavy({ ...light, nodes: [node('n', 'x'.repeat(1_000_001))] })]).toEqual([false, true]);
  expect(isHeavy({ ...light, nodes: Array.from({ length: 20_000 }, (_, at) => node(`n${at}`, '')) })).toBe(true);
  expect(isHeavy({ ...light, description: 'x'.repeat(1_000_001) })).toBe(true);
});
