import { beforeEach, describe, expect, it } from 'vitest';
import { useEditor } from '../../editor';
import { usePresets } from '../../presets';
import type { GraphDocument } from '../document';
import { addNode } from '../edits';
import { makeSubgraph } from './make';
import { NO_SHELF, type PresetDefinition } from './preset';
import { CATALOG } from './random';
import { standFor } from './stand';

const ONE: GraphDocument = {
  nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'Mix' })),
  edges: [
    { id: 'ab', source: 'a', sourceHandle: 'x', target: 'b', targetHandle: 'a', type: 'data' },
    { id: 'bc', source: 'b', sourceHandle: 'x', target: 'c', targetHandle: 'a', type: 'data' },
  ],
};
const port = (name: string, node: string, inner: string) => ({ name, internal_node: node, internal_port: inner });
const INNER: PresetDefinition = { preset_name: 'Inner', nodes: [{ id: 'i', type: 'Mix', params: {} }], edges: [] };
const PAIR: PresetDefinition = {
  preset_name: 'Pair', nodes: [{ id: 'b', type: 'Mix', params: {} }, { id: 'q', type: 'preset:Inner', params: {} }], edges: [],
  exposed_inputs: [port('b_a', 'b', 'a'), port('b_b', 'b', 'b')], exposed_outputs: [port('b_x', 'b', 'x')],
};

const editor = useEditor.getState;
const add = (type: string): void => editor().change('add', (doc) => addNode(doc, type, { x: 0, y: 0 })[0]);

describe('what holds for every change', () => {
  beforeEach(() => {
    usePresets.setState({ shelf: new Map([['Pair', PAIR], ['Inner', INNER]]) });
    const inner = makeSubgraph(ONE, [], new Set(['b']), CATALOG, '')!;
    const { root } = makeSubgraph(inner.root, [], new Set([inner.card]), CATALOG, '')!;
    editor().load(root, { file: null, revision: null });
  });

  it('no card lies in itself, however deep', () => {
    editor().goTo(['subgraph-2', 'subgraph']);
    const before = editor().root;
    for (const type of ['subgraph:subgraph', 'subgraph:subgraph-2']) {
      add(type);
      expect([editor().root === before, editor().refused?.why]).toEqual([true, 'itself']);
    }
    add('Mix');
    expect(editor().doc.nodes.length).toBe(2);
    editor().goTo([]);
    add('subgraph:subgraph');
    expect(editor().doc.nodes.map((node) => node.type).filter((type) => type.startsWith('subgraph:')).sort()).toEqual(['subgraph:subgraph', 'subgraph:subgraph-2']);
  });

  it('a graph carries the presets that it uses, and those in them', () => {
    add('preset:Pair');
    expect(editor().root['presets']).toEqual([PAIR, INNER]);
    const { root } = editor();
    add('preset:Pair');
    expect(editor().root['presets']).toBe(root['presets']);
    add('preset:nobody');
    expect(editor().root['presets']).toBe(root['presets']);
  });

  it('no subgraph lies in a preset', () => {
    add('preset:Pair');
    const card = editor().doc.nodes.at(-1)!.id;
    editor().enter(card);
    editor().goTo([card], 'definition');
    add('subgraph:subgraph');
    expect(editor().refused?.why).toBe('not_in_preset');
    add('preset:Pair');
    expect(editor().refused?.why).toBe('itself');
    editor().goTo([card], 'card');
    add('Mix');
    expect(editor().refused?.why).toBe('fixed');
  });
});

describe('a card in the place of what its preset was made of', () => {
  it('has the wires of the nodes', () => {
    const stood = standFor(ONE, [], new Set(['b']), PAIR, NO_SHELF) as { root: GraphDocument; card: string };
    expect(stood.root.nodes.map((node) => [node.id, node.type])).toEqual([['a', 'Mix'], ['preset-pair', 'preset:Pair'], ['c', 'Mix']]);
    expect(stood.root.edges.map((edge) => `${edge.source}.${edge.sourceHandle} ${edge.target}.${edge.targetHandle}`)).toEqual([
      'a.x preset-pair.b_a', 'preset-pair.b_x c.a',
    ]);
    expect(stood.root['presets']).toEqual([PAIR]);
  });

  it('does not come where a wire would be lost', () => {
    const closed = { ...PAIR, exposed_outputs: [] };
    expect(standFor(ONE, [], new Set(['b']), closed, NO_SHELF)).toEqual({ node: 'b', port: 'x' });
    expect(standFor(ONE, [], new Set(), PAIR, NO_SHELF)).toBe(null);
  });

  it('is started where any of the nodes was', () => {
    const start = { id: 'go', type: 'Start' };
    const trigger = { id: 't', source: 'go', sourceHandle: 'trigger', target: 'b', targetHandle: '', type: 'trigger' as const };
    const doc = { ...ONE, nodes: [start, ...ONE.nodes], edges: [...ONE.edges, trigger] };
    const stood = standFor(doc, [], new Set(['b', 'go']), PAIR, NO_SHELF) as { root: GraphDocument };
    expect(stood.root.edges.filter((edge) => edge.type === 'trigger').map(({ source, target }) => [source, target])).toEqual([['go', 'preset-pair']]);
  });
});
