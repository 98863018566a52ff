import { describe, expect, it } from 'vitest';
import { useEditor } from '../editor';
import { addNode } from '../graph/edits';
import { graphOf, isPristine, markSaved, watchNames } from './graphs';
import { addTab, dropTab, front, isFront, perTab, swapTo, useTabs } from './tabs';

let inUse = 'first';
const dropped: (string | undefined)[] = [];
const words = perTab<string>({
  take: () => inUse,
  give: (tab, kept) => {
    inUse = kept ?? `new in ${useTabs.getState().tabs.findIndex((one) => one.id === tab)}`;
  },
  drop: (_, kept) => dropped.push(kept),
});

const editor = useEditor.getState;
const add = (type: string): void => editor().change('add', (doc) => addNode(doc, type, { x: 0, y: 0 })[0]);

describe('tabs', () => {
  it('have one of each piece, in use with the tab in front', () => {
    const one = front();
    const two = addTab();
    swapTo(two);
    expect([inUse, words.of(one), isFront(two)]).toEqual(['new in 1', 'first', true]);
    words.put(one, 'changed meanwhile');
    swapTo(one);
    expect([inUse, words.of(one), words.of(two)]).toEqual(['changed meanwhile', undefined, 'new in 1']);
    dropTab(one);
    expect([inUse, dropped, useTabs.getState().tabs.map(({ id }) => id)]).toEqual(['new in 1', ['changed meanwhile'], [two]]);
    dropTab(two);
    expect([inUse, useTabs.getState().tabs.length, front() === two]).toEqual(['new in 1', 1, false]);
  });

  it('have a document, a history and a selection each', () => {
    const stop = watchNames();
    const one = front();
    expect(isPristine()).toBe(true);
    add('Dataset');
    editor().select(['dataset']);
    expect(isPristine()).toBe(false);
    swapTo(addTab());
    add('Loss');
    add('Optimizer');
    const two = front();
    expect([editor().selected.size, editor().history.past.length, graphOf(one)?.root.nodes[0]?.type]).toEqual([0, 2, 'Dataset']);
    // what is saved in the back is known to be saved in front
    const open = { file: 'a.json', revision: '"1"' };
    markSaved(one, graphOf(one)!.root, open);
    swapTo(one);
    expect([editor().open, editor().saved === editor().root, [...editor().selected]]).toEqual([open, true, ['dataset']]);
    expect(useTabs.getState().tabs.find(({ id }) => id === one)?.file).toBe('a.json');
    editor().undo();
    swapTo(two);
    expect([editor().doc.nodes.length, graphOf(one)?.root.nodes.length]).toEqual([2, 0]);
    stop();
  });
});
