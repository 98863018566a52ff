import { describe, expect, it } from 'vitest';
import { aligned, distributed } from './align';
import type { GraphDocument } from './document';
import { addFrame, contentsOf, frameAround, framesOf, removeFrames, setFrame } from './frames';
import { alongWith, moveAll, moved } from './moves';
import { addNote, boundTo, setNote, textOf } from './notes';
import { around, type Rects } from './rect';

const node = (id: string, x: number, y: number, data = {}) => ({ id, type: 'Print', position: { x, y }, data, own: id });
const doc: GraphDocument = {
  nodes: [node('a', 0, 0), node('b', 300, 40), node('c', 900, 10)],
  edges: [],
  ui: { frames: [{ id: 'f', title: 'F', colour: 'blue', x: -20, y: -40, width: 500, height: 200 }, { broken: true } as never], kept: 1 },
};
const rects: Rects = new Map([
  ['a', { x: 0, y: 0, width: 100, height: 60 }],
  ['b', { x: 300, y: 40, width: 100, height: 80 }],
  ['c', { x: 900, y: 10, width: 200, height: 60 }],
  ['f', { x: -20, y: -40, width: 500, height: 200 }],
]);

describe('frames', () => {
  it('are drawn around what is chosen, with room for the title, and take nothing away', () => {
    const [next, id] = frameAround(doc, ['a', 'b'], rects, 'Data')!;
    expect([id, framesOf(next).at(-1)]).toEqual(['frame', { id: 'frame', title: 'Data', colour: 'grey', x: -16, y: -32, width: 432, height: 168 }]);
    expect(next.ui).toMatchObject({ kept: 1, frames: [{ id: 'f' }, { broken: true }, { id: 'frame' }] });
    expect(frameAround(doc, ['gone'], rects, '')).toBeNull();
    expect(addFrame(next, rects.get('a')!, '')[1]).toBe('frame-2');
  });

  it('hold what has its middle in them, and move with it', () => {
    const frame = framesOf(doc)[0]!;
    expect([...contentsOf(frame, rects)]).toEqual(['a', 'b']);
    const places = alongWith(doc, moved(['f'], { x: 10, y: 5 }, rects), rects);
    const next = moveAll(doc, places);
    expect(next.nodes.map((one) => one.position)).toEqual([{ x: 10, y: 5 }, { x: 310, y: 45 }, { x: 900, y: 10 }]);
    expect(framesOf(next)[0]).toEqual({ ...frame, x: -10, y: -35 });
    // what is dragged along with its frame moves once
    const both = alongWith(doc, moved(['f', 'a'], { x: 10, y: 5 }, rects), rects);
    expect(both.get('a')).toEqual({ x: 10, y: 5 });
  });

  it('change and go without a trace elsewhere, and nothing changes nothing', () => {
    expect(framesOf(setFrame(doc, 'f', { title: 'G' }))[0]?.title).toBe('G');
    expect(setFrame(doc, 'f', { title: 'F' })).toBe(doc);
    expect(removeFrames(doc, new Set(['f'])).ui).toEqual({ kept: 1, frames: [{ broken: true }] });
    expect(removeFrames(doc, new Set(['a']))).toBe(doc);
    expect(moveAll(doc, moved(['a', 'f'], { x: 0, y: 0 }, rects))).toBe(doc);
  });
});

describe('notes', () => {
  it('are made, written in the language that is read, and follow the node they are bound to', () => {
    const [made, id] = addNote(doc, { x: 5.4, y: 6 });
    expect(made.nodes.at(-1)).toMatchObject({ id: 'note', type: 'note', position: { x: 5, y: 6 } });
    const bound = { ...made.nodes.at(-1)!, data: { noteContent: 'One', noteContent_zh_TW: '一', boundToNodeId: 'c' } };
    const next = { ...made, nodes: [...doc.nodes, bound] };
    expect([textOf(bound, 'en'), textOf(bound, 'zh-TW'), boundTo(bound)]).toEqual(['One', '一', 'c']);
    const all: Rects = new Map([...rects, [id, { x: 900, y: -100, width: 220, height: 96 }]]);
    expect(alongWith(next, moved(['c'], { x: 7, y: 0 }, all), all).get(id)).toEqual({ x: 907, y: -100 });
    expect(setNote(next, id, { noteContent: 'Two' }).nodes.at(-1)?.data).toMatchObject({ noteContent: 'Two', noteContent_zh_TW: '一' });
    expect(setNote(next, id, { noteContent: 'One' })).toBe(next);
    expect(setNote(next, 'a', { noteContent: 'Two' })).toBe(next);
  });
});

describe('lines and distances', () => {
  const three = ['a', 'b', 'c'];
  it.each([
    ['left', [[0, 0], [0, 40], [0, 10]]],
    ['centre', [[500, 0], [500, 40], [450, 10]]],
    ['right', [[1000, 0], [1000, 40], [900, 10]]],
    ['top', [[0, 0], [300, 0], [900, 0]]],
    ['middle', [[0, 30], [300, 20], [900, 30]]],
    ['bottom', [[0, 60], [300, 40], [900, 60]]],
  ] as const)('%s', (side, places) => {
    expect([...aligned(three, rects, side).values()].map(({ x, y }) => [x, y])).toEqual(places);
  });

  it('have even gaps between the first and the last, which stay', () => {
    expect([...distributed(three, rects, 'x')]).toEqual([['a', { x: 0, y: 0 }], ['b', { x: 450, y: 40 }], ['c', { x: 900, y: 10 }]]);
    expect(distributed(['a', 'b'], rects, 'x').size).toBe(0);
    expect(aligned([], rects, 'left').size).toBe(0);
    expect(around([])).toBeNull();
  });
});
