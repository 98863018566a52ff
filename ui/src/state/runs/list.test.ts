import { beforeEach, expect, it } from 'vitest';
import { between, nextSort, useRunsList, viewOf } from './list';

beforeEach(() => useRunsList.getState().type(''));

it('sorts one way, the other, and then by arrival again', () => {
  const rounds = (column: string, isDown: boolean): string[] => {
    const found: string[] = [];
    let sort = '-created_at';
    for (let round = 0; round < 3; round += 1) found.push((sort = nextSort(sort, column, isDown)));
    return found;
  };
  expect(rounds('name', false)).toEqual(['name', '-name', '-created_at']);
  expect(rounds('duration', true)).toEqual(['-duration', 'duration', '-created_at']);
});

it('goes on sorting by the chosen metric when another is chosen', () => {
  useRunsList.setState({ metric: 'loss', sort: '-created_at' });
  useRunsList.getState().sortBy('metric', 'loss');
  useRunsList.getState().showMetric('acc');
  expect(useRunsList.getState().sort).toBe('-metric:acc');
  useRunsList.getState().sortBy('peak', 'acc'); // which the server cannot sort by
  expect(useRunsList.getState().sort).toBe('-metric:acc');
  useRunsList.setState({ sort: '-created_at' });
});

it('keeps a look under a name and opens it again', () => {
  const list = useRunsList.getState();
  list.type('tag:thesis');
  list.groupBy('graph');
  list.keepView('mine');
  list.type('');
  list.groupBy('');
  expect(viewOf(useRunsList.getState(), useRunsList.getState().views)).toBe(null);
  list.open(useRunsList.getState().views[0]!);
  expect([useRunsList.getState().typed, useRunsList.getState().group]).toEqual(['tag:thesis', 'graph']);
  expect(viewOf(useRunsList.getState(), useRunsList.getState().views)?.name).toBe('mine');
  list.dropView('mine');
  expect(useRunsList.getState().views).toEqual([]);
  list.groupBy('');
});

it('counts a range from either end', () => {
  expect([between(2, 4), between(4, 2), between(3, 3)]).toEqual([[2, 3, 4], [2, 3, 4], [3]]);
});

it('forgets what is selected when another list is asked for, and keeps it when it is sorted anew', () => {
  const list = useRunsList.getState();
  list.toggle('a', 0);
  list.toggle('b', 1);
  list.toggle('a', 0);
  list.sortBy('name', null);
  expect([...useRunsList.getState().selected]).toEqual(['b']);
  list.type('status:failed');
  expect([...useRunsList.getState().selected]).toEqual([]);
});
