import { describe, expect, it } from 'vitest';
import type { GraphDocument } from './document';
import { addNode, insertOnEdge, objection } from './edits';
import { loopOf, reached } from './reach';
import { below, dice, madeUp, pick, TYPES } from './testing/random';
import { endsBetween, fitting, fittingOn, neighbour, portsOf, reconnect, standsIn, typesOfWire, type PortRef } from './wires';

const wire = (source: string, sourceHandle: string, target: string, targetHandle: string) =>
  ({ id: `${source}-${target}`, source, sourceHandle, target, targetHandle, type: 'data' as const });
const doc: GraphDocument = {
  nodes: [
    { id: 'go', type: 'Start' }, { id: 's', type: 'Source' }, { id: 'j', type: 'Join' }, { id: 'p', type: 'Print' }, { id: 'q', type: 'Print' },
  ],
  edges: [wire('s', 'tensor', 'j', 'left'), wire('j', 'tensor', 'p', 'value'), wire('p', 'value', 'q', 'value')],
};
const names = (found: readonly PortRef[]): string[] => found.map((one) => `${one.node}.${one.port}`);

describe('what a wire fits', () => {
  it('is every port of its type that is no loop and not joined already, from both ends', () => {
    expect(names(fitting(doc, TYPES, { node: 'j', port: 'tensor', kind: 'out' }))).toEqual(['q.value']);
    expect(names(fitting(doc, TYPES, { node: 's', port: 'names', kind: 'out' }))).toEqual(['p.value', 'q.value']);
    expect(names(fitting(doc, TYPES, { node: 'j', port: 'right', kind: 'in' }))).toEqual(['s.tensor']);
    expect(names(fitting(doc, TYPES, { node: 'go', port: 'trigger', kind: 'out' }))).toEqual(['s', 'j', 'p', 'q'].map((id) => `${id}.__trigger`));
    expect(names(fitting(doc, TYPES, { node: 's', port: '__trigger', kind: 'in' }))).toEqual(['go.trigger']);
    expect(fitting(doc, TYPES, { node: 'gone', port: 'x', kind: 'in' })).toEqual([]);
  });

  it('agrees with what stands against a single wire, for every two ports of graphs made by chance', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const roll = dice(seed);
      const given = madeUp(roll, 2 + below(roll, 10));
      const ports = given.nodes.flatMap((node) => portsOf(node, TYPES));
      const from = pick(roll, ports);
      const allowed = ports.filter((to) => to.kind !== from.kind && objection(given, TYPES, endsBetween(from, to)) === null
        // a trigger is a port of its own; a plain wire never ends there
        && (from.type === 'TRIGGER') === (to.type === 'TRIGGER'));
      expect(names(fitting(given, TYPES, from))).toEqual(names(allowed));
    }
  });

  it('on one node comes with the free ports first', () => {
    const found = fittingOn(doc, TYPES, { node: 's', port: 'tensor', kind: 'out' }, 'j');
    expect(found.map(({ port, isFree }) => [port.port, isFree])).toEqual([['right', true]]);
    const other = { ...doc, nodes: [...doc.nodes, { id: 't', type: 'Source' }] };
    expect(fittingOn(other, TYPES, { node: 't', port: 'tensor', kind: 'out' }, 'j').map(({ port, isFree }) => [port.port, isFree]))
      .toEqual([['right', true], ['left', false]]);
  });
});

describe('the middle of a wire', () => {
  it('takes just those types that can be put there', () => {
    const other = { ...doc, edges: [...doc.edges, { ...wire('go', 's', '', ''), type: 'trigger' as const, source: 'go', target: 's' }] };
    for (const edge of other.edges) {
      const types = typesOfWire(other, TYPES, edge.id);
      const allowed = TYPES.rows.filter((row) => types && standsIn(row, types)).map((row) => row.node_name);
      const tried = TYPES.rows.filter((row) => {
        const [next, id] = addNode(other, row.node_name, { x: 0, y: 0 });
        return insertOnEdge(next, TYPES, edge.id, id) !== null;
      });
      expect(allowed).toEqual(tried.map((row) => row.node_name));
    }
    expect(typesOfWire(other, TYPES, 's-j')).toEqual({ gives: 'TENSOR', wants: 'TENSOR' });
  });
});

describe('loops', () => {
  it('are the wires between the ends, and none where there is no loop', () => {
    const ends = (source: string, target: string) => ({ source, target, sourceHandle: 'value', targetHandle: 'value' });
    expect(loopOf(doc, ends('q', 'j'))).toEqual(['j-p', 'p-q']);
    expect(loopOf(doc, ends('s', 'q'))).toEqual([]);
    expect([...reached(doc.edges, 'q', 'back')]).toEqual(['q', 'p', 'j', 's']);
  });
});

describe('wires', () => {
  it('go to another port in one step', () => {
    const next = reconnect(doc, 's-j', { source: 's', sourceHandle: 'tensor', target: 'j', targetHandle: 'right' });
    expect(next.edges).toHaveLength(3);
    expect(next.edges.at(-1)).toMatchObject({ source: 's', target: 'j', targetHandle: 'right' });
  });

  it('lead to the neighbour that is nearest in height, and columns up and down', () => {
    const at = (x: number, y: number) => ({ x, y, width: 100, height: 50 });
    const rects = new Map([['s', at(0, 0)], ['j', at(200, 10)], ['p', at(400, 300)], ['q', at(410, 0)]]);
    expect(neighbour(doc, rects, 's', 'right')).toBe('j');
    expect(neighbour(doc, rects, 'p', 'left')).toBe('j');
    expect(neighbour(doc, rects, 'p', 'up')).toBe('q');
    expect(neighbour(doc, rects, 'q', 'down')).toBe('p');
    expect(neighbour(doc, rects, 's', 'left')).toBeNull();
  });
});
