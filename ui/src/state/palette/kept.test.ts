// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { indexed, type NodeRow } from '../graph/catalog';
import { setting, setSetting } from '../settings/settings';
import { atHandFirst, MOST_RECENT, readKept, rowsOf, setOpen, toggleFavourite, used, useKept } from './kept';

const catalog = indexed([...'ABCDEFGH'].map((node_name) => ({ node_name, category: 'x' }) as NodeRow));
const names = (rows: readonly NodeRow[]): string => rows.map((row) => row.node_name).join('');

beforeEach(() => {
  localStorage.clear();
  useKept.setState({ recent: [], open: {} });
});

it('the last ten types that were used, each once, the last first', () => {
  for (const type of [...'ABCDEFGHIJK', 'C']) used(type);
  expect(useKept.getState().recent.join('')).toBe('CKJIHGFEDB');
  expect(useKept.getState().recent).toHaveLength(MOST_RECENT);
});

it('what another window used is not forgotten by this one', () => {
  used('A');
  localStorage.setItem('cdui.palette', JSON.stringify({ recent: ['B', 'A'], open: { Data: false } }));
  used('C');
  expect(useKept.getState()).toEqual({ recent: ['C', 'B', 'A'], open: { Data: false } });
  setOpen('Data', true);
  expect(readKept(localStorage.getItem('cdui.palette')!)).toEqual({ recent: ['C', 'B', 'A'], open: { Data: true } });
});

it('favourites keep the order in which they were chosen', () => {
  setSetting('favourites', null);
  for (const type of 'CABA') toggleFavourite(type);
  expect(setting('favourites')).toEqual(['C', 'B']);
});

it('nothing typed: what was used last, then favourites, then the others, and each once', () => {
  expect(names(atHandFirst(catalog, ['F', 'gone', 'B'], ['B', 'H']))).toBe('FBHACDEG');
  expect(names(rowsOf(catalog, ['gone', 'B']))).toBe('B');
});

it('whatever stands in the browser is no reason to fail', () => {
  for (const text of ['', '{', 'null', '3', '{"recent":{},"open":[1]}']) expect(readKept(text)).toEqual({ recent: [], open: {} });
  expect(readKept('{"recent":[1,"A"],"open":{"x":true,"y":1}}')).toEqual({ recent: ['A'], open: { x: true } });
});
