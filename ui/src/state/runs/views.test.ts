import { expect, it } from 'vitest';
import { DEFAULT_COLUMNS } from './columns';
import { isLike, MOST_VIEWS, readViews, withView, type SavedView } from './views';

const view = (name: string, typed = ''): SavedView => ({ name, typed, sort: '-created_at', group: '', columns: DEFAULT_COLUMNS, metric: null });

it('reads what was kept, mends what is missing, leaves out what is no view', () => {
  expect(readViews('x')).toEqual([]);
  expect(readViews([null, 3, { typed: 'a' }, { name: '' }, { name: 'mine', group: 'colour', sort: 7 }, { name: 'mine', typed: 'second' }])).toEqual([view('mine')]);
  expect(readViews(Array.from({ length: 90 }, (_, at) => ({ name: `v${at}` })))).toHaveLength(MOST_VIEWS);
});

it('replaces a view of the same name where it stands', () => {
  expect(withView([view('a'), view('b')], view('a', 'tag:x')).map(({ name, typed }) => [name, typed])).toEqual([['a', 'tag:x'], ['b', '']]);
  expect(withView([view('a')], view('c')).map(({ name }) => name)).toEqual(['a', 'c']);
});

it('knows whether the list is looked at through a view', () => {
  expect(isLike(view('a', ' tag:x '), view('b', 'tag:x'))).toBe(true);
  expect(isLike({ ...view('a'), sort: 'name' }, view('a'))).toBe(false);
});
