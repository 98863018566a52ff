import { describe, expect, it } from 'vitest';
import { FORMAT, paste, pieceOf, readPiece, textOf, VERSION, withDefinitions, type Piece } from './clipboard';
import type { GraphDocument } from './document';
import { framesOf } from './frames';
import { below, dice, madeUp, TYPES } from './testing/random';

const doc: GraphDocument = {
  nodes: [
    { id: 'a', type: 'Source', position: { x: 0, y: 0 }, data: { params: { size: 2, key: 'hush' }, note: 1 }, own: [1] },
    { id: 'b', type: 'Print', position: { x: 200, y: 0 } },
    { id: 'c', type: 'Print', position: { x: 400, y: 0 } },
  ],
  edges: [
    { id: 'ab', source: 'a', target: 'b', sourceHandle: 'tensor', targetHandle: 'value', type: 'data', own: 1 },
    { id: 'bc', source: 'b', target: 'c', sourceHandle: 'value', targetHandle: 'value', type: 'data' },
  ],
};
const taken = (given: GraphDocument, ids: string[]): Piece => readPiece(textOf(pieceOf(given, given, new Set(ids), TYPES))) as Piece;

describe('a piece', () => {
  it('travels as marked text with the keys that nobody knows, and without secrets', () => {
    const text = textOf(pieceOf(doc, doc, new Set(['a', 'b']), TYPES));
    expect(text).not.toContain('hush');
    expect(JSON.parse(text)).toMatchObject({ format: FORMAT, version: VERSION, edges: [{ id: 'ab', own: 1 }] });
    const [next, ids] = paste({ nodes: [], edges: [] }, readPiece(text) as Piece, { x: 24, y: 24 });
    expect(ids).toEqual(['a', 'b']);
    expect(next.nodes[0]).toEqual({ ...doc.nodes[0], position: { x: 24, y: 24 }, data: { params: { size: 2 }, note: 1 } });
    expect(next.edges).toMatchObject([{ source: 'a', target: 'b', own: 1 }]);
  });

  it('is pasted under ids of its own, with wires from outside only where they are wanted', () => {
    const piece = taken(doc, ['b', 'c']);
    const [plain, ids] = paste(doc, piece, { x: 24, y: 24 });
    expect(ids).toEqual(['b-2', 'c-2']);
    expect(plain.edges.slice(2).map(({ source, target }) => [source, target])).toEqual([['b-2', 'c-2']]);
    const [joined] = paste(doc, piece, { x: 24, y: 24 }, true);
    expect(joined.edges.slice(2).map(({ source, target }) => [source, target])).toEqual([['a', 'b-2'], ['b-2', 'c-2']]);
    // a copy of a copy counts on
    expect(paste(joined, taken(joined, ['b-2']), { x: 0, y: 0 })[1]).toEqual(['b-3']);
  });

  it('of a whole graph can be pasted, too', () => {
    expect((readPiece(JSON.stringify(doc)) as Piece).nodes).toHaveLength(3);
  });

  it.each([
    ['', 'clipboard_empty'],
    ['hello', 'clipboard_foreign'],
    ['{"nodes": [{"id": 5}, null, 3], "edges": 7}', 'clipboard_foreign'],
    ['[1, 2]', 'clipboard_foreign'],
    ['null', 'clipboard_foreign'],
    [JSON.stringify({ format: FORMAT, version: VERSION + 1, nodes: doc.nodes }), 'clipboard_newer'],
  ])('%s is refused as %s', (text, fault) => expect(readPiece(text)).toBe(fault));

  it('leaves out what is broken in it, and of two of one id the second', () => {
    const nodes = [doc.nodes[0], { id: 'x', type: 4 }, { id: 'y', type: 'Print', data: 7 }, { ...doc.nodes[1], id: 'a' }];
    const piece = readPiece(JSON.stringify({ format: FORMAT, version: 1, nodes, edges: [{ source: 'a' }, 4] })) as Piece;
    expect([piece.nodes.map((node) => node.type), piece.edges]).toEqual([['Source'], []]);
  });

  it('takes along the definitions of its cards, however deep, and brings only those that are missing', () => {
    const root = {
      ...doc,
      nodes: [{ id: 'card', type: 'subgraph:outer' }, { id: 'made', type: 'preset:P' }],
      subgraphs: [
        { id: 'outer', nodes: [{ id: 'x', type: 'subgraph:inner' }], edges: [] },
        { id: 'inner', nodes: [{ id: 'y', type: 'Source', data: { params: { key: 'hush' } } }], edges: [] },
        { id: 'other', nodes: [], edges: [] },
      ],
      presets: [{ preset_name: 'P', nodes: [{ id: 'z', type: 'Source', params: { key: 'hush', size: 1 } }] }, { preset_name: 'Q' }],
    };
    const text = textOf(pieceOf(root, root, new Set(['card', 'made']), TYPES));
    const piece = readPiece(text) as Piece;
    expect(text).not.toContain('hush');
    const there = withDefinitions({ nodes: [], edges: [], subgraphs: [{ id: 'inner', nodes: [], edges: [], mine: 1 }] }, piece);
    expect(there['subgraphs']).toMatchObject([{ id: 'inner', mine: 1 }, { id: 'outer' }]);
    expect(there['presets']).toMatchObject([{ preset_name: 'P', nodes: [{ params: { size: 1 } }] }]);
    expect((there['presets'] as unknown[]).length).toBe(1);
  });

  it('loses nothing but secrets, whatever is taken, and is pasted whole as often as one likes', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const roll = dice(seed);
      const given = madeUp(roll, 2 + below(roll, 14));
      const before = structuredClone(given);
      const ids = given.nodes.filter(() => roll() < 0.6).map((node) => node.id);
      const piece = taken(given, [...ids, 'frame']);
      let next = given;
      for (let times = 0; times < 3; times += 1) [next] = paste(next, piece, { x: 24, y: 24 }, roll() < 0.5);
      expect(given).toEqual(before);
      expect(next.nodes).toHaveLength(given.nodes.length + 3 * ids.length);
      expect(framesOf(next)).toHaveLength(4);
      expect(new Set([...next.nodes, ...framesOf(next)].map(({ id }) => id)).size).toBe(next.nodes.length + 4);
      expect(new Set(next.edges.map(({ id }) => id)).size).toBe(next.edges.length);
      expect({ ...next, nodes: 0, edges: 0, ui: 0 }).toEqual({ ...given, nodes: 0, edges: 0, ui: 0 });
      const originals = given.nodes.filter((node) => ids.includes(node.id));
      next.nodes.slice(-ids.length || Infinity).forEach((copy, at) => {
        const from = originals[at]!;
        expect({ ...copy, id: 0, position: 0, data: { ...copy.data, boundToNodeId: 0, params: 0 } })
          .toEqual({ ...from, id: 0, position: 0, data: { ...from.data, boundToNodeId: 0, params: 0 } });
      });
    }
  });
});
