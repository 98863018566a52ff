import { expect, it } from 'vitest';
import { sourcesOf } from './sources';

const out = (port: string, innerNode: string, innerPort: string) => ({ port, innerNode, innerPort });

it('outputs of a card are those of the nodes in it, however deep', () => {
  const root = {
    nodes: [], edges: [],
    subgraphs: [
      { id: 'outer', nodes: [{ id: 'c', type: 'subgraph:inner' }, { id: 'n', type: 'Relu' }], edges: [], interface: { outputs: [out('far', 'c', 'y'), out('near', 'n', 'tensor'), out('gone', 'x', 'y')] } },
      { id: 'inner', nodes: [{ id: 'deep', type: 'Add' }], edges: [], interface: { outputs: [out('y', 'deep', 'sum'), out('z', 'deep', 'other')] } },
      { id: 'loop', nodes: [{ id: 'me', type: 'subgraph:loop' }], edges: [], interface: { outputs: [out('y', 'me', 'y')] } },
    ],
    presets: [{ preset_name: 'P', nodes: [{ id: 'k', type: 'Relu' }], edges: [], exposed_outputs: [{ name: 'o', internal_node: 'k', internal_port: 'tensor' }] }],
  };
  const shelf = new Map() as never;
  expect(sourcesOf(root, 'subgraph:outer', 'card', shelf)).toEqual([
    { name: 'far', node: 'card/c/deep', type: 'Add', port: 'sum' }, { name: 'near', node: 'card/n', type: 'Relu', port: 'tensor' },
  ]);
  expect(sourcesOf(root, 'subgraph:loop', 'card', shelf)).toEqual([]);
  expect(sourcesOf(root, 'preset:P', 'card', shelf)).toEqual([{ name: 'o', node: 'card__k', type: 'Relu', port: 'tensor' }]);
});
