import { describe, expect, it } from 'vitest';
import { readDocument, type GraphDocument } from '../document';
import { toggleBypass } from '../edits';
import { findSubgraph, subgraphsOf } from './definition';
import { endsOf } from './ends';
import { levelAt, putAt } from './level';
import { makeSubgraph } from './make';
import { dropPort, renamePort, togglePort } from './ports';
import { NO_SHELF, type PresetDefinition, type Shelf } from './preset';
import { CATALOG } from './random';
import { withCards } from './rows';
import { fieldsOf, setValue, toggleShared, valueOf } from './share';

const CHAIN: GraphDocument = {
  nodes: ['a', 'b', 'c', 'd'].map((id) => ({ id, type: 'Mix', data: { params: {} } })),
  edges: ['ab', 'bc', 'cd'].map(([from, to]) => ({ id: `${from}${to}`, source: from!, sourceHandle: 'x', target: to!, targetHandle: 'a', type: 'data' as const })),
};

/** `b` and `c` in a card, and that card in one of its own. */
function nested(): GraphDocument {
  const inner = makeSubgraph(CHAIN, [], new Set(['b', 'c']), CATALOG, 'Inner')!;
  return makeSubgraph(inner.root, [], new Set([inner.card]), withCards(CATALOG, inner.root, NO_SHELF), 'Outer')!.root;
}

const OUTER = 'subgraph:subgraph-2';
const INNER = 'subgraph:subgraph';

describe('params that cards show', () => {
  it('are shared at any depth, and have one value for all cards', () => {
    let doc = toggleShared(nested(), NO_SHELF, INNER, 'b', 'rate');
    doc = toggleShared(doc, NO_SHELF, OUTER, 'subgraph', 'rate');
    const card = doc.nodes.find((node) => node.type === OUTER)!;
    expect(fieldsOf(doc, NO_SHELF, OUTER)).toEqual([{ name: 'rate', node: 'subgraph', param: 'rate' }]);
    expect(valueOf(doc, NO_SHELF, card, 'rate')).toBe(undefined);
    const set = setValue(doc, [], NO_SHELF, 'card', card.id, 'rate', 7)!;
    expect(findSubgraph(set, 'subgraph')!.nodes.map((node) => node.data?.params)).toEqual([{ rate: 7 }, {}]);
    expect(valueOf(set, NO_SHELF, card, 'rate')).toBe(7);
    expect(withCards(CATALOG, set, NO_SHELF).byName.get(OUTER)!.params.map(({ name, default: given }) => [name, given])).toEqual([['rate', 7]]);
    expect(setValue(set, [], NO_SHELF, 'card', card.id, 'rate', undefined)).toEqual(doc);
    // two of one name are told apart
    const two = toggleShared(doc, NO_SHELF, INNER, 'c', 'rate');
    expect(fieldsOf(two, NO_SHELF, INNER).map((field) => field.name)).toEqual(['rate', 'c_rate']);
    expect(toggleShared(two, NO_SHELF, INNER, 'c', 'rate')).toEqual(doc);
  });

  it('go with the node that they are of', () => {
    const doc = toggleShared(nested(), NO_SHELF, INNER, 'b', 'rate');
    const level = levelAt(doc, ['subgraph-2', 'subgraph'])!;
    const less = putAt(doc, ['subgraph-2', 'subgraph'], { ...level, nodes: level.nodes.slice(1), edges: [] })!;
    expect(fieldsOf(less, NO_SHELF, INNER)).toEqual([]);
  });
});

describe('ports of cards', () => {
  it('take their types from inside, through cards in cards', () => {
    const row = withCards(CATALOG, nested(), NO_SHELF).byName.get(OUTER)!;
    expect([row.inputs, row.outputs].map((side) => side.map(({ name, data_type, optional }) => [name, data_type, optional]))).toEqual([
      [['a', 'TENSOR', false]], [['x', 'TENSOR', false]],
    ]);
  });

  it('get other names with the wires on them, inside and out', () => {
    const doc = renamePort(nested(), INNER, 'outputs', 'x', ' out ');
    expect(endsOf(findSubgraph(doc, 'subgraph-2')!, 'outputs')).toEqual([{ port: 'x', node: 'subgraph', inner: 'out' }]);
    const both = renamePort(doc, OUTER, 'outputs', 'x', 'last');
    expect(both.edges.find((edge) => edge.id === 'cd')).toMatchObject({ source: 'subgraph-2', sourceHandle: 'last' });
    expect(renamePort(both, OUTER, 'outputs', 'last', ' ')).toBe(both);
    const second = togglePort(both, NO_SHELF, INNER, 'outputs', { node: 'b', inner: 'y' }, 'TENSOR');
    expect(renamePort(second, INNER, 'outputs', 'y', 'out')).toBe(second);
  });

  it('go with the node that they are of, and so do the wires, out to the canvas', () => {
    const doc = nested();
    const level = levelAt(doc, ['subgraph-2', 'subgraph'])!;
    const less = putAt(doc, ['subgraph-2', 'subgraph'], { ...level, nodes: level.nodes.slice(1), edges: [] })!;
    expect(subgraphsOf(less).map((one) => endsOf(one, 'inputs'))).toEqual([[], []]);
    expect(less.edges.map((edge) => edge.id)).toEqual(['cd']);
    expect(dropPort(less, OUTER, 'outputs', 'x').edges).toEqual([]);
  });

  it('are given and taken, under a name that is free', () => {
    const doc = nested();
    const more = togglePort(doc, NO_SHELF, INNER, 'inputs', { node: 'c', inner: 'a' }, 'TENSOR');
    expect(endsOf(findSubgraph(more, 'subgraph')!, 'inputs').map((end) => end.port)).toEqual(['a', 'c_a']);
    expect(togglePort(more, NO_SHELF, INNER, 'inputs', { node: 'c', inner: 'a' }, 'TENSOR')).toEqual(doc);
  });

  it('are read from what others wrote as far as it can be read', () => {
    const doc: GraphDocument = {
      nodes: [], edges: [],
      subgraphs: [{ id: 'odd', nodes: [{ id: 'n', type: 'Mix' }], edges: [], interface: { inputs: [null, { port: 1 }, { port: 'p', innerNode: 'n', innerPort: 'a' }], outputs: 'none', params: 5 } }, null, 3],
    };
    const row = withCards(CATALOG, doc, NO_SHELF).byName.get('subgraph:odd')!;
    expect([row.inputs.map((port) => port.name), row.outputs, row.params]).toEqual([['p'], [], []]);
  });
});

/** A preset as a server has it installed: no places, params beside the type, edges without ids. */
const PRESET: PresetDefinition = {
  preset_name: 'Pair', category: 'Own', tags: ['t'], own: 1,
  nodes: [{ id: 'p', type: 'Mix', params: { rate: 2 }, own: 2 }, { id: 'q', type: 'Mix', params: {}, data: { bypassed: true } }],
  edges: [{ source: 'p', sourceHandle: 'x', target: 'q', targetHandle: 'a' }],
  exposed_inputs: [{ name: 'in', internal_node: 'p', internal_port: 'a', data_type: 'TENSOR', description: '' }],
  exposed_outputs: [{ name: 'out', internal_node: 'q', internal_port: 'x', data_type: 'TENSOR', description: '' }],
  exposed_params: [{ internal_node: 'p', param_name: 'rate', group: 'First' }, { internal_node: 'q', param_name: 'rate' }],
};
const SHELF: Shelf = new Map([['Pair', PRESET]]);
const USES: GraphDocument = {
  nodes: [{ id: 'a', type: 'Mix' }, { id: 'card', type: 'preset:Pair', data: { params: {}, label: 'mine' } }],
  edges: [{ id: 'w', source: 'a', sourceHandle: 'x', target: 'card', targetHandle: 'in', type: 'data' }],
};

describe('cards of presets', () => {
  it('have values of their own', () => {
    const set = setValue(USES, [], SHELF, 'card', 'card', 'q.rate', 9)!;
    expect(set.nodes[1]!.data).toEqual({ params: {}, label: 'mine', internalParams: { q: { rate: 9 } } });
    expect(['p.rate', 'q.rate'].map((name) => valueOf(set, SHELF, set.nodes[1]!, name))).toEqual([2, 9]);
    // what the definition says needs no saying
    expect(setValue(set, [], SHELF, 'card', 'card', 'p.rate', 2)).toBe(set);
    expect(setValue(set, [], SHELF, 'card', 'card', 'q.rate', undefined)).toEqual(USES);
  });

  it('are opened and changed for one card: values alone', () => {
    const level = levelAt(USES, ['card'], SHELF, 'card')!;
    const set = (rate: number) => ({ ...level, nodes: level.nodes.map((node) => (node.id === 'p' ? { ...node, data: { ...node.data, params: { rate } } } : node)) });
    const changed = putAt(USES, ['card'], set(5), SHELF, 'card')!;
    expect(changed.nodes[1]!.data!.internalParams).toEqual({ p: { rate: 5 } });
    expect(levelAt(changed, ['card'], SHELF, 'card')!.nodes[0]!.data!.params).toEqual({ rate: 5 });
    expect(putAt(changed, ['card'], set(2), SHELF, 'card')!.nodes[1]!.data!.internalParams).toBe(undefined);
    expect(putAt(USES, ['card'], { ...level, nodes: level.nodes.slice(1) }, SHELF, 'card')).toBe(null);
    expect(putAt(USES, ['card'], { ...level, edges: [] }, SHELF, 'card')).toBe(null);
  });

  it('are changed for every card by a definition that the graph carries from then on', () => {
    const level = levelAt(USES, ['card'], SHELF)!;
    expect(putAt(USES, ['card'], { ...level }, SHELF)!['presets']).toEqual([PRESET]);
    const moved = { ...level, nodes: level.nodes.map((node) => (node.id === 'q' ? { ...node, position: { x: 1, y: 2 } } : node)) };
    const own = putAt(USES, ['card'], moved, SHELF)!;
    expect(own['presets']).toEqual([{ ...PRESET, nodes: [PRESET.nodes[0], { ...PRESET.nodes[1], position: { x: 1, y: 2 } }] }]);
    const less = putAt(own, ['card'], { ...moved, nodes: moved.nodes.slice(1), edges: [] }, SHELF)!;
    expect([less.edges, endsOf((less['presets'] as PresetDefinition[])[0]!, 'inputs')]).toEqual([[], []]);
    expect(fieldsOf(less, SHELF, 'preset:Pair').map((field) => field.node)).toEqual(['q']);
  });

  it('that nobody knows are left as they are', () => {
    expect([levelAt(USES, ['card']), putAt(USES, ['card'], CHAIN)]).toEqual([null, null]);
    expect(setValue(USES, [], NO_SHELF, 'card', 'card', 'rate', 1)!.nodes[1]!.data!.params).toEqual({ rate: 1 });
  });
});

describe('bypass', () => {
  it('leaves cards alone, but for one that a file has cut out', () => {
    const ids = new Set(['a', 'card']);
    const cut = toggleBypass(USES, ids);
    expect(cut.nodes.map((node) => node.data?.bypassed)).toEqual([true, undefined]);
    expect(toggleBypass(USES, new Set(['card']))).toBe(USES);
    const given = { ...USES, nodes: [USES.nodes[0]!, { ...USES.nodes[1]!, data: { bypassed: true } }] };
    expect(toggleBypass(given, new Set(['card'])).nodes[1]!.data).toEqual({});
  });
});

describe('documents of others', () => {
  it('have levels that can be drawn: what is no node goes, wires have ids, the rest is kept', () => {
    const wire = { source: 'a', target: 'b', sourceHandle: 'x', targetHandle: 'a', own: 1 };
    const doc = readDocument({ nodes: [], subgraphs: [5, { id: 's', nodes: [null, { id: 'a', type: 'Mix' }], edges: [wire, {}], own: 2 }, { id: 'odd' }] })!;
    expect(doc['subgraphs']).toEqual([
      5, { id: 's', nodes: [{ id: 'a', type: 'Mix' }], edges: [{ ...wire, id: 'a.x-b.a' }], own: 2 }, { id: 'odd' },
    ]);
  });
});
