import { describe, expect, it } from 'vitest';
import { aligned, distributed, SIDES } from './align';
import { paste, pieceOf, readPiece, textOf, type Piece } from './clipboard';
import type { GraphDocument } from './document';
import * as edits from './edits';
import { addFrame, framesOf, removeFrames, setFrame } from './frames';
import { noHistory, recorded, redone, undone } from './history';
import { alongWith, moveAll, moved } from './moves';
import { addNote, setNote } from './notes';
import type { Rect, Rects } from './rect';
import { below, dice, madeUp, pick, TYPES } from './testing/random';
import { endsBetween, fitting, portsOf, reconnect } from './wires';

/** Every node as large as any other. */
function rectsOf(doc: GraphDocument): Rects {
  const rects = new Map<string, Rect>(doc.nodes.map((node) => [node.id, { x: 0, y: 0, ...node.position, width: 176, height: 80 }]));
  for (const frame of framesOf(doc)) rects.set(frame.id, frame);
  return rects;
}

type Edit = (doc: GraphDocument, roll: () => number) => GraphDocument;
const some = (doc: GraphDocument, roll: () => number): Set<string> =>
  new Set([...doc.nodes, ...framesOf(doc)].map(({ id }) => id).filter(() => roll() < 0.4));
const one = (doc: GraphDocument, roll: () => number): string => (doc.nodes.length > 0 ? pick(roll, doc.nodes).id : 'none');

const EDITS: Record<string, Edit> = {
  add: (doc, roll) => edits.addNode(doc, pick(roll, TYPES.rows).node_name, { x: below(roll, 900), y: below(roll, 900) })[0],
  remove: (doc, roll) => {
    const ids = some(doc, roll);
    return removeFrames(edits.removeNodes(doc, ids), ids);
  },
  cut: (doc, roll) => edits.removeEdges(doc, new Set(doc.edges.filter(() => roll() < 0.3).map((edge) => edge.id))),
  connect: (doc, roll) => {
    const ports = doc.nodes.flatMap((node) => portsOf(node, TYPES));
    if (ports.length === 0) return doc;
    const from = pick(roll, ports);
    const found = fitting(doc, TYPES, from);
    return found.length > 0 ? edits.connect(doc, endsBetween(from, pick(roll, found))) : doc;
  },
  reconnect: (doc, roll) => {
    const wire = doc.edges.length > 0 ? pick(roll, doc.edges) : null;
    if (!wire || wire.type === 'trigger') return doc;
    const from = { node: wire.source, port: wire.sourceHandle ?? '', kind: 'out' as const };
    const found = fitting(doc, TYPES, from, wire.id);
    return found.length > 0 ? reconnect(doc, wire.id, endsBetween(from, pick(roll, found))) : doc;
  },
  insert: (doc, roll) => {
    if (doc.edges.length === 0) return doc;
    const [next, id] = edits.addNode(doc, 'Print', { x: 0, y: 0 });
    return edits.insertOnEdge(next, TYPES, pick(roll, doc.edges).id, id) ?? doc;
  },
  param: (doc, roll) => edits.setParam(doc, one(doc, roll), 'size', pick(roll, [1, 2, undefined])),
  label: (doc, roll) => edits.setLabel(doc, one(doc, roll), pick(roll, ['', 'A name'])),
  bypass: (doc, roll) => edits.toggleBypass(doc, some(doc, roll)),
  move: (doc, roll) => {
    const rects = rectsOf(doc);
    return moveAll(doc, alongWith(doc, moved(some(doc, roll), { x: below(roll, 50), y: below(roll, 50) }, rects), rects));
  },
  align: (doc, roll) => moveAll(doc, aligned(some(doc, roll), rectsOf(doc), pick(roll, SIDES))),
  distribute: (doc, roll) => moveAll(doc, distributed(some(doc, roll), rectsOf(doc), 'y')),
  frame: (doc, roll) => addFrame(doc, { x: 0, y: 0, width: below(roll, 500), height: 300 }, 'F')[0],
  title: (doc, roll) => setFrame(doc, 'frame', { title: pick(roll, ['One', 'Two']) }),
  note: (doc) => addNote(doc, { x: 1, y: 2 })[0],
  write: (doc) => setNote(doc, 'note', { noteContent: 'text' }),
  paste: (doc, roll) => {
    const piece = readPiece(textOf(pieceOf(doc, doc, some(doc, roll), TYPES)));
    return typeof piece === 'string' ? doc : paste(doc, piece as Piece, { x: 24, y: 24 }, roll() < 0.5)[0];
  },
};

describe('undo', () => {
  it('brings back every document of any sequence of edits, and redo goes on to the same ones', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const roll = dice(seed);
      let doc = madeUp(roll, 3 + below(roll, 10));
      let history = noHistory<GraphDocument>();
      const copies = [structuredClone(doc)];
      for (let step = 0; step < 25; step += 1) {
        const [label, edit] = pick(roll, Object.entries(EDITS));
        const next = edit(doc, roll);
        if (next === doc) continue;
        history = recorded(history, doc, label, null, step);
        doc = next;
        copies.push(structuredClone(doc));
        const ids = [...doc.nodes, ...framesOf(doc)].map(({ id }) => id);
        expect(new Set(ids).size, label).toBe(ids.length);
        expect(new Set(doc.edges.map(({ id }) => id)).size, label).toBe(doc.edges.length);
        const there = new Set(doc.nodes.map(({ id }) => id));
        expect(doc.edges.every(({ source, target }) => there.has(source) && there.has(target)), label).toBe(true);
      }
      for (let at = copies.length - 2; at >= 0; at -= 1) {
        const back = undone(history, doc)!;
        [doc, history] = [back.value, back.history];
        expect(doc).toEqual(copies[at]);
      }
      for (const copy of copies.slice(1)) {
        const on = redone(history, doc)!;
        [doc, history] = [on.value, on.history];
        expect(doc).toEqual(copy);
      }
    }
  });

  it.each(Object.entries(EDITS))('%s leaves the document it is given as it is, and its keys that nobody knows', (_label, edit) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const roll = dice(seed);
      const doc = madeUp(roll, 8);
      const before = structuredClone(doc);
      const next = edit(doc, roll);
      expect(doc).toEqual(before);
      expect([next['kept'], next.ui?.['kept'], next.settings]).toEqual([before['kept'], before.ui?.['kept'], before.settings]);
      const was = new Map(before.nodes.map((node) => [node.id, node]));
      for (const node of next.nodes) {
        const old = was.get(node.id);
        if (old) expect([node['kept'], node.data?.['later']]).toEqual([old['kept'], old.data?.['later']]);
      }
    }
  });
});
