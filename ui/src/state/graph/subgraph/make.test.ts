import { describe, expect, it } from 'vitest';
import type { GraphDocument, GraphEdge } from '../document';
import { subgraphsOf, type SubgraphDefinition } from './definition';
import { flattened } from './flat';
import { levelAt, type Path } from './level';
import { makeSubgraph } from './make';
import { NO_SHELF } from './preset';
import { CATALOG, chances, randomGraph, some } from './random';
import { unpack } from './unpack';

const ROUNDS = 150;

/** The same graph in an order of its own, to compare. */
function sorted(doc: GraphDocument): GraphDocument {
  const byId = <T extends { id: string }>(list: readonly T[]): T[] => [...list].sort((one, other) => one.id.localeCompare(other.id));
  const { interface: shown } = doc as SubgraphDefinition;
  const targets = shown?.triggerTargets && { interface: { ...shown, triggerTargets: [...shown.triggerTargets].sort() } };
  return { ...doc, nodes: byId(doc.nodes), edges: byId(doc.edges), ...targets };
}

/** What a run sees of the wires, whatever their ids are and whichever card a node lies in. */
function meaning(doc: GraphDocument): string[] {
  const bare = (id: string): string => id.split('/').at(-1)!;
  const wires = flattened(doc).edges.map((edge: GraphEdge) =>
    edge.type === 'trigger'
      ? `starts ${bare(edge.target)}` // which Start does it makes no difference
      : `${bare(edge.source)}.${edge.sourceHandle} > ${bare(edge.target)}.${edge.targetHandle}`,
  );
  return [...new Set(wires)].sort();
}

describe('making a subgraph', () => {
  it('means the same to a run, and unpacked is the graph that it was', () => {
    let made = 0;
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const chance = chances(seed);
      const doc = randomGraph(chance);
      const whole = JSON.stringify(doc);
      const done = makeSubgraph(doc, [], some(doc.nodes.map((node) => node.id), chance), CATALOG, 'Block');
      expect(JSON.stringify(doc)).toBe(whole);
      if (!done) continue;
      made += 1;
      expect(meaning(done.root), `seed ${seed}`).toEqual(meaning(doc));
      const back = unpack(done.root, [], done.card, NO_SHELF)!;
      expect(sorted(back.root), `seed ${seed}`).toEqual(sorted(doc));
    }
    expect(made).toBeGreaterThan(ROUNDS * 0.9);
  });

  it('works within a subgraph, whose own ports, triggers and shared params stay what they were', () => {
    let made = 0;
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const chance = chances(seed);
      const doc = randomGraph(chance);
      const outer = makeSubgraph(doc, [], new Set(doc.nodes.map((node) => node.id)), CATALOG, 'Outer')!;
      const path: Path = [outer.card];
      const shared = subgraphsOf(outer.root)[0]!;
      shared.interface!.params = [{ param: 'rate', innerNode: 'n1', innerParam: 'rate', own: 1 }];
      shared.interface!.outputs = [{ port: 'end', innerNode: 'n1', innerPort: 'x', data_type: 'TENSOR', own: 2 }];
      const level = levelAt(outer.root, path)!;
      const inner = makeSubgraph(outer.root, path, some(level.nodes.map((node) => node.id), chance), CATALOG, 'Inner');
      if (!inner) continue;
      made += 1;
      expect(meaning(inner.root), `seed ${seed}`).toEqual(meaning(doc));
      const back = unpack(inner.root, path, inner.card, NO_SHELF)!;
      expect(sorted(levelAt(back.root, path)!), `seed ${seed}`).toEqual(sorted(level));
      // the other way round: the outer one first
      const opened = unpack(inner.root, [], outer.card, NO_SHELF)!;
      expect(meaning(opened.root), `seed ${seed}`).toEqual(meaning(doc));
      const both = unpack(opened.root, [], inner.card, NO_SHELF)!;
      const data = (graph: GraphDocument): GraphDocument => sorted({ ...graph, edges: graph.edges.filter((edge) => edge.type === 'data') });
      expect(data(both.root), `seed ${seed}`).toEqual(data(doc));
      expect(meaning(both.root), `seed ${seed}`).toEqual(meaning(doc));
    }
    expect(made).toBeGreaterThan(ROUNDS * 0.8);
  });

  it('leaves what never counted of several wires into one port', () => {
    const wire = (id: string, source: string): GraphEdge => ({ id, source, sourceHandle: 'x', target: 'c', targetHandle: 'a', type: 'data' });
    const doc: GraphDocument = {
      nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'Mix' })), edges: [wire('inside', 'b'), wire('outside', 'a')],
    };
    const { root } = makeSubgraph(doc, [], new Set(['b', 'c']), CATALOG, '')!;
    expect(meaning(root)).toEqual(['a.x > c.a']);
    expect(meaning(makeSubgraph({ ...doc, edges: [...doc.edges].reverse() }, [], new Set(['b', 'c']), CATALOG, '')!.root)).toEqual(['b.x > c.a']);
  });

  it('needs a node that can lie inside', () => {
    const doc: GraphDocument = {
      nodes: [{ id: 'go', type: 'Start' }, { id: 'said', type: 'note' }, { id: 'a', type: 'Mix' }], edges: [],
    };
    expect(makeSubgraph(doc, [], new Set(['go', 'said']), CATALOG, '')).toBe(null);
    expect(makeSubgraph(doc, [], new Set(), CATALOG, '')).toBe(null);
    expect(makeSubgraph(doc, [], new Set(['a', 'go']), CATALOG, '')!.root.nodes.map((node) => node.id)).toEqual(['go', 'said', 'subgraph']);
  });

  it('takes chosen frames and the notes of nodes along, in and out', () => {
    const frame = (id: string, x: number) => ({ id, title: id, colour: 'accent', x, y: 0, width: 10, height: 10, own: 1 });
    const doc: GraphDocument = {
      nodes: [
        { id: 'a', type: 'Mix', position: { x: 0, y: 0 } }, { id: 'b', type: 'Mix', position: { x: 9, y: 9 } },
        { id: 'on', type: 'note', data: { boundToNodeId: 'a' } }, { id: 'off', type: 'note', data: { boundToNodeId: 'b' } },
      ],
      edges: [], ui: { frames: [frame('in', 1), frame('out', 2)] },
    };
    const { root, card } = makeSubgraph(doc, [], new Set(['a', 'off', 'in']), CATALOG, '')!;
    expect(root.nodes.map((node) => node.id)).toEqual([card, 'b', 'off']);
    expect([root.ui?.frames, subgraphsOf(root)[0]!.ui?.frames]).toEqual([[frame('out', 2)], [frame('in', 1)]]);
    const back = unpack(root, [], card, NO_SHELF)!.root;
    expect(sorted({ ...back, ui: { frames: [...back.ui!.frames!].reverse() } })).toEqual(sorted(doc));
    const moved = { ...root, nodes: [{ id: 'a', type: 'Mix' }, ...root.nodes.map((node) => (node.id === card ? { ...node, position: { x: 100, y: 0 } } : node))] };
    const beside = unpack(moved, [], card, NO_SHELF)!;
    expect(beside.root.nodes.find((node) => node.id === 'on')?.data).toEqual({ boundToNodeId: 'a-2' });
    expect(beside.root.ui?.frames?.map((one) => one.x)).toEqual([2, 101]);
  });

  it('gives ids of its own to what is unpacked beside nodes of the same ids', () => {
    const doc: GraphDocument = { nodes: [{ id: 'a', type: 'Mix' }, { id: 'b', type: 'Mix' }], edges: [] };
    const { root, card } = makeSubgraph(doc, [], new Set(['a']), CATALOG, '')!;
    const twice = { ...root, nodes: [...root.nodes, { id: 'a', type: 'Mix' }, { ...root.nodes[0]!, id: 'second' }] };
    const first = unpack(twice, [], card, NO_SHELF)!;
    expect([first.ids, subgraphsOf(first.root).length]).toEqual([['a-2'], 1]);
    const second = unpack(first.root, [], 'second', NO_SHELF)!;
    expect([second.ids, subgraphsOf(second.root).length, 'subgraphs' in second.root]).toEqual([['a-3'], 0, false]);
    expect(unpack(doc, [], 'a', NO_SHELF)).toBe(null);
  });
});
