import { expect, it } from 'vitest';
import type { GraphDocument } from '../document';
import { findSubgraph } from './definition';
import { NO_SHELF } from './preset';
import { upToInside } from './upTo';

const wire = (source: string, target: string, sourceHandle = 'tensor', targetHandle = 'tensor') => ({ id: `${source}-${target}-${targetHandle}`, source, target, sourceHandle, targetHandle });

/** Two cards of one kind in a row; inside, `in` and `other` feed `mid`, which feeds `end`. */
const doc: GraphDocument = {
  name: 'G',
  nodes: [
    { id: 'go', type: 'Start' }, { id: 'a', type: 'Ones' }, { id: 'b', type: 'Ones' },
    { id: 'one', type: 'subgraph:s' }, { id: 'two', type: 'subgraph:s' }, { id: 'last', type: 'Print' },
  ],
  edges: [
    { id: 't', source: 'go', target: 'a', type: 'trigger' }, wire('a', 'one', 'tensor', 'x'), wire('one', 'two', 'y', 'x'), wire('b', 'two', 'tensor', 'z'), wire('two', 'last', 'y', 'value'),
  ],
  subgraphs: [{
    id: 's',
    nodes: [{ id: 'in', type: 'Relu' }, { id: 'other', type: 'Relu' }, { id: 'mid', type: 'Add' }, { id: 'end', type: 'Relu' }],
    edges: [wire('in', 'mid', 'tensor', 'a'), wire('other', 'mid', 'tensor', 'b'), wire('mid', 'end')],
    interface: {
      inputs: [{ port: 'x', innerNode: 'in', innerPort: 'tensor' }, { port: 'z', innerNode: 'other', innerPort: 'tensor' }],
      outputs: [{ port: 'y', innerNode: 'end', innerPort: 'tensor' }],
    },
  }],
};

const ids = (level: GraphDocument) => level.nodes.map((node) => node.id);

it('keeps what feeds the node, and other cards of its kind as they are', () => {
  const part = upToInside(doc, ['two'], 'in', NO_SHELF)!;
  expect(ids(part)).toEqual(['go', 'a', 'one', 'two']);
  const own = part.nodes.find((node) => node.id === 'two')!.type;
  expect(own).not.toBe('subgraph:s');
  expect(ids(findSubgraph(part, own.slice('subgraph:'.length))!)).toEqual(['in']);
  expect(ids(findSubgraph(part, 's')!)).toEqual(['in', 'other', 'mid', 'end']);
  expect(part.edges.map((edge) => edge.id)).toEqual(['t', 'a-one-x', 'one-two-x']);
});

it('is started where nothing before it is', () => {
  expect(ids(upToInside(doc, ['two'], 'other', NO_SHELF)!)).toEqual(['__start', 'b', 'two']);
});

it('the document itself stays as it was', () => {
  const before = JSON.stringify(doc);
  upToInside(doc, ['one'], 'mid', NO_SHELF);
  expect(JSON.stringify(doc)).toBe(before);
  expect(upToInside(doc, ['none'], 'mid', NO_SHELF)).toBeNull();
});
