import { describe, expect, it } from 'vitest';
import type { GraphDocument } from '../document';
import { findSubgraph, subgraphsOf } from './definition';
import { endsOf } from './ends';
import { fittedTo, type Travelling } from './fitting';
import { flattened } from './flat';
import { makeSubgraph } from './make';
import { withOwnSubgraph } from './own';
import { NO_SHELF, type PresetDefinition } from './preset';
import { CATALOG } from './random';
import { fieldsOf, toggleShared } from './share';

const PAIR: PresetDefinition = {
  preset_name: 'Pair', nodes: [{ id: 'p', type: 'Mix', params: { rate: 2 } }, { id: 'q', type: 'Mix', params: {} }],
  edges: [{ source: 'p', sourceHandle: 'x', target: 'q', targetHandle: 'a' }],
  exposed_inputs: [{ name: 'in', internal_node: 'p', internal_port: 'a' }], exposed_outputs: [{ name: 'out', internal_node: 'q', internal_port: 'x' }],
  exposed_params: [{ internal_node: 'p', param_name: 'rate' }],
};
const USES: GraphDocument = {
  nodes: [{ id: 'a', type: 'Mix' }, { id: 'card', type: 'preset:Pair', data: { params: {}, internalParams: { q: { rate: 9 } }, label: 'mine' } }],
  edges: [{ id: 'w', source: 'a', sourceHandle: 'x', target: 'card', targetHandle: 'in', type: 'data' }],
  presets: [PAIR],
};

describe('a subgraph of a card’s own', () => {
  it('is a copy that changes no other card', () => {
    const doc: GraphDocument = { nodes: [{ id: 'a', type: 'Mix' }], edges: [] };
    const { root } = makeSubgraph(doc, [], new Set(['a']), CATALOG, 'One')!;
    const twice = { ...root, nodes: [...root.nodes, { ...root.nodes[0]!, id: 'second' }] };
    const done = withOwnSubgraph(twice, [], 'second', NO_SHELF)!;
    expect(done.nodes.map((node) => node.type)).toEqual(['subgraph:subgraph', 'subgraph:subgraph-2']);
    const [first, second] = subgraphsOf(done);
    expect({ ...second, id: first!.id }).toEqual(first);
    const shared = toggleShared(done, NO_SHELF, 'subgraph:subgraph-2', 'a', 'rate');
    expect([fieldsOf(shared, NO_SHELF, 'subgraph:subgraph').length, fieldsOf(shared, NO_SHELF, 'subgraph:subgraph-2').length]).toEqual([0, 1]);
  });

  it('holds what a card of a preset held, with its values, under the same ports', () => {
    const done = withOwnSubgraph(USES, [], 'card', NO_SHELF)!;
    const made = findSubgraph(done, 'subgraph')!;
    expect(done.nodes[1]).toEqual({ id: 'card', type: 'subgraph:subgraph', data: { params: {}, label: 'mine' } });
    expect(made.nodes.map((node) => node.data?.params)).toEqual([{ rate: 2 }, { rate: 9 }]);
    expect(endsOf(made, 'inputs')).toEqual([{ port: 'in', node: 'p', inner: 'a' }]);
    const plain = (doc: GraphDocument): string[] => flattened(doc).edges.map((edge) => `${edge.source}.${edge.sourceHandle} ${edge.target}.${edge.targetHandle}`);
    expect(plain(done).map((wire) => wire.replaceAll('card/', 'card__'))).toEqual(plain(USES));
    expect(done['presets']).toEqual([PAIR]);
    expect([withOwnSubgraph(USES, [], 'a', NO_SHELF), withOwnSubgraph(USES, ['card'], 'p', NO_SHELF)]).toEqual([null, null]);
  });
});

describe('definitions from another graph', () => {
  const definition = (id: string, ...types: string[]) => ({ id, name: id, nodes: types.map((type, at) => ({ id: `n${at}`, type })), edges: [] });
  const here: GraphDocument = { nodes: [], edges: [], subgraphs: [definition('subgraph', 'Mix'), definition('same', 'Mix')], presets: [PAIR] };

  it('come under another name where that name means something else', () => {
    const piece: Travelling = {
      nodes: [{ id: 'c', type: 'subgraph:subgraph' }, { id: 'd', type: 'subgraph:outer' }, { id: 'e', type: 'preset:Pair' }, { id: 'f', type: 'subgraph:same' }],
      subgraphs: [definition('subgraph', 'Other'), definition('outer', 'subgraph:subgraph', 'preset:Pair'), definition('same', 'Mix'), 'garbage'],
      presets: [{ ...PAIR, nodes: [] }],
    };
    const fitted = fittedTo(here, piece);
    expect(fitted.nodes.map((node) => node.type)).toEqual(['subgraph:subgraph-2', 'subgraph:outer', 'preset:Pair 2', 'subgraph:same']);
    expect(fitted.subgraphs).toEqual([{ ...definition('subgraph-2', 'Other'), name: 'subgraph' }, definition('outer', 'subgraph:subgraph-2', 'preset:Pair 2'), definition('same', 'Mix'), 'garbage']);
    expect((fitted.presets[0] as PresetDefinition).preset_name).toBe('Pair 2');
  });

  it('stay as they are where nothing is in the way', () => {
    const piece: Travelling = { nodes: [{ id: 'f', type: 'subgraph:same' }], subgraphs: [definition('same', 'Mix'), definition('new', 'Mix')], presets: [PAIR] };
    expect(fittedTo(here, piece)).toBe(piece);
  });
});
