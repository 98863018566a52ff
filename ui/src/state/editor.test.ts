import { beforeEach, describe, expect, it } from 'vitest';
import { useEditor } from './editor';
import type { GraphDocument } from './graph/document';
import { setParam } from './graph/edits';
import { useToasts } from './toasts';

/** A canvas with two cards of `pair`, which holds a node and a card of `one`. */
function nested(): GraphDocument {
  return {
    name: 'outside',
    own: { kept: true },
    nodes: [
      { id: 'first', type: 'subgraph:pair' }, { id: 'second', type: 'subgraph:pair' }, { id: 'lost', type: 'subgraph:gone' },
    ],
    edges: [],
    subgraphs: [
      { id: 'pair', name: 'Pair', nodes: [{ id: 'same', type: 'Add' }, { id: 'deep', type: 'subgraph:one' }], edges: [] },
      'garbage',
      { id: 'one', name: 'One', nodes: [{ id: 'same', type: 'Softmax' }], edges: [] },
      { id: 'one', name: 'a second of that name', nodes: [], edges: [] },
    ],
  };
}

const now = () => useEditor.getState();
const set = (value: number) => (doc: GraphDocument) => setParam(doc, 'same', 'x', value);
const values = (): unknown[] =>
  (now().root['subgraphs'] as GraphDocument[]).map((one) => one.nodes?.find((node) => node.id === 'same')?.data?.params?.['x']);

describe('levels of the editor', () => {
  beforeEach(() => now().load(nested(), { file: null, revision: null }));

  it('shows the inside of a card, and only of one whose inside is known', () => {
    expect(now().doc).toBe(now().root);
    expect([now().enter('lost'), now().enter('nobody')]).toEqual([false, false]);
    expect(now().enter('first')).toBe(true);
    expect(now().enter('deep')).toBe(true);
    expect([now().path, now().doc.name]).toEqual([['first', 'deep'], 'One']);
    now().goTo(['first']);
    expect([now().doc.name, [...now().selected]]).toEqual(['Pair', ['deep']]);
    now().goTo(['second', 'nobody', 'deep']);
    expect([now().path, now().doc.name]).toEqual([['second'], 'Pair']);
  });

  it('puts a change into the whole document and touches nothing else of it', () => {
    const before = now().root;
    now().goTo(['first', 'deep']);
    now().change('param', set(1));
    expect(values()).toEqual([undefined, undefined, 1, undefined]);
    expect(now().root).not.toBe(before);
    expect(now().root['own']).toBe(before['own']);
    expect(now().root.nodes).toBe(before.nodes);
    now().goTo([]);
    now().goTo(['second', 'deep']);
    expect(now().doc.nodes[0]?.data?.params).toEqual({ x: 1 });
    now().change('none', (doc) => doc);
    expect(now().history.past.length).toBe(1);
  });

  it('undoes and does again where the change was', () => {
    const whole = now().root;
    now().goTo(['first', 'deep']);
    now().change('param', set(1));
    now().goTo(['second']);
    now().change('param', set(2));
    const last = now().root;
    now().goTo([]);
    expect(now().undo()).toBe('param');
    expect([now().path, values()]).toEqual([['second'], [undefined, undefined, 1, undefined]]);
    now().undo();
    expect(now().path).toEqual(['first', 'deep']);
    expect(now().root).toBe(whole);
    expect(now().undo()).toBe(null);
    now().goTo([]);
    now().redo();
    expect(now().path).toEqual(['first', 'deep']);
    now().redo();
    expect([now().path, now().root]).toEqual([['second'], last]);
  });

  it('joins a burst of typing within a level, never over two', () => {
    now().goTo(['first']);
    now().change('param', set(1), 'same.x');
    now().change('param', set(2), 'same.x');
    now().goTo(['first', 'deep']);
    now().change('param', set(3), 'same.x');
    expect(now().history.past.length).toBe(2);
    now().undo();
    expect(values()[0]).toBe(2);
  });

  it('steps out of a card that a change of the whole document takes away', () => {
    now().goTo(['first', 'deep']);
    now().changeRoot('delete', (root) => ({ ...root, nodes: root.nodes.slice(1) }));
    expect([now().path, now().doc]).toEqual([[], now().root]);
    now().undo();
    expect(now().path).toEqual(['first', 'deep']);
  });
});

describe('a graph that can only be looked at', () => {
  it('is changed by nothing, says so, and is entered and looked around in', () => {
    now().load(nested(), { file: null, revision: null }, { of: 'run', run: 'r' });
    const { root } = now();
    now().change('add', (doc) => ({ ...doc, nodes: [] }));
    now().changeRoot('graph', (doc) => ({ ...doc, name: 'other' }));
    now().changeCard('param', () => null);
    expect([now().root, now().history.past.length, now().refused]).toEqual([root, 0, { why: 'read_only' }]);
    now().select(['first', 'not-added']);
    expect([[...now().selected], now().enter('first'), now().doc.name]).toEqual([['first'], true, 'Pair']);
    useEditor.setState({ refused: null });
    now().changeRoot('graph', (doc) => doc);
    expect(now().refused).toBeNull();
    now().load(nested(), { file: null, revision: null });
    now().changeRoot('graph', (doc) => ({ ...doc, name: 'other' }));
    expect(now().root.name).toBe('other');
  });
});

it('half a character never gets into a document, and one notice says what became of it', () => {
  const said = (): number => useToasts.getState().past.length;
  const first = said();
  now().load({ name: 'su\uD800rr', nodes: [], edges: [] }, { file: null, revision: null });
  expect([now().root.name, now().saved === now().root, said()]).toEqual(['su\uFFFDrr', true, first + 1]);
  now().changeRoot('graph', (root) => ({ ...root, description: 'x\uDC00' }));
  expect([now().root.description, now().history.past.length, said()]).toEqual(['x\uFFFD', 1, first + 2]);
  now().changeRoot('graph', (root) => ({ ...root, description: 'x\u{1F600}' }));
  expect([now().root.description, said()]).toEqual(['x\u{1F600}', first + 2]);
});
