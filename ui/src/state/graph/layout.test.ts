import { describe, expect, it } from 'vitest';
import { arranged, drawingOf } from './arranged';
import type { GraphDocument } from './document';
import { contentsOf, framesOf } from './frames';
import { laidOut } from './layout';
import { layers } from './layers';
import { below, dice, madeUp } from './testing/random';
import { touches, type Rect, type Rects } from './rect';

function rectsOf(doc: GraphDocument): Rects {
  const rects = new Map<string, Rect>(doc.nodes.map((node) => [node.id, { x: 0, y: 0, ...node.position, width: 176, height: 90 }]));
  for (const { id, x, y, width, height } of framesOf(doc)) rects.set(id, { x, y, width, height });
  return rects;
}

function tidy(doc: GraphDocument, chosen: string[] = []): GraphDocument {
  const rects = rectsOf(doc);
  return arranged(doc, rects, laidOut(drawingOf(doc, rects, new Set(chosen)), layers));
}

const at = (id: string, x: number, y: number) => ({ id, type: 'Print', position: { x, y }, data: {} });
const wire = (source: string, target: string) => ({ id: `${source}${target}`, source, target, sourceHandle: 'value', targetHandle: 'value' });
const doc: GraphDocument = {
  nodes: [at('a', 500, 100), at('b', 100, 80), at('c', 110, 90), at('d', 900, 700)],
  edges: [wire('a', 'b'), wire('b', 'c'), wire('a', 'd')],
  ui: { frames: [{ id: 'f', title: '', colour: 'grey', x: 80, y: 60, width: 300, height: 200 }] },
};

describe('a layout', () => {
  it('goes from left to right along wires, keeps frames around their contents, and begins where it began', () => {
    const next = tidy(doc);
    const place = new Map(next.nodes.map((node) => [node.id, node.position!]));
    expect(place.get('a')!.x).toBeLessThan(place.get('b')!.x);
    expect(place.get('b')!.x).toBeLessThan(place.get('c')!.x);
    const frame = framesOf(next)[0]!;
    expect([...contentsOf(frame, rectsOf(next))]).toEqual(['b', 'c']);
    expect([place.get('b')!.x - frame.x, place.get('b')!.y - frame.y]).toEqual([16, 32]);
    const rects = [...rectsOf(next).values()];
    expect([Math.min(...rects.map(({ x }) => x)), Math.min(...rects.map(({ y }) => y))]).toEqual([80, 60]);
    expect(tidy(next)).toEqual(next);
  });

  it('of some leaves the others where they are', () => {
    const next = tidy(doc, ['a', 'd']);
    expect(next.nodes.slice(1, 3)).toEqual(doc.nodes.slice(1, 3));
    expect(framesOf(next)).toEqual(framesOf(doc));
    expect(next.nodes[0]!.position).toEqual({ x: 500, y: 100 });
    expect(next.nodes[3]!.position!.x).toBeGreaterThan(500 + 176);
  });

  it('lays nothing over another, whatever the graph, and changes nothing but places', () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const roll = dice(seed);
      const given = madeUp(roll, 3 + below(roll, 25));
      const next = tidy(given);
      const rects = rectsOf(next);
      const frame = framesOf(next)[0]!;
      const inner = contentsOf(framesOf(given)[0]!, rectsOf(given));
      const nodes = next.nodes.filter((node) => node.type !== 'note');
      nodes.forEach((one, first) => {
        for (const other of nodes.slice(first + 1)) expect(touches(rects.get(one.id)!, rects.get(other.id)!), `${seed} ${one.id} ${other.id}`).toBe(false);
        if (!inner.has(one.id)) expect(touches(frame, rects.get(one.id)!), `${seed} ${one.id}`).toBe(false);
      });
      expect({ ...next, nodes: next.nodes.map((node) => ({ ...node, position: 0 })), ui: 0 })
        .toEqual({ ...given, nodes: given.nodes.map((node) => ({ ...node, position: 0 })), ui: 0 });
    }
  });

  it('of nothing is nothing', () => expect(laidOut({ boxes: [], wires: [] }, layers)).toEqual(new Map()));
});
