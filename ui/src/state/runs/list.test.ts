import { beforeEach, expect, it } from 'vitest';
import { between, nextSort, useRunsList } from './list';

beforeEach(() => useRunsList.getState().type(''));

it('sorts one way, the other, and then by arrival again', () => {
  const rounds = (column: 'name' | 'started_at'): string[] => {
    const found: string[] = [];
    let sort = '-created_at';
    for (let round = 0; round < 3; round += 1) found.push((sort = nextSort(sort, column)));
    return found;
  };
  expect(rounds('name')).toEqual(['name', '-name', '-created_at']);
  expect(rounds('started_at')).toEqual(['-started_at', 'started_at', '-created_at']);
});

it('counts a range from either end', () => {
  expect([between(2, 4), between(4, 2), between(3, 3)]).toEqual([[2, 3, 4], [2, 3, 4], [3]]);
});

it('forgets what is selected when another list is asked for, and keeps it when it is sorted anew', () => {
  const list = useRunsList.getState();
  list.toggle('a', 0);
  list.toggle('b', 1);
  list.toggle('a', 0);
  list.sortBy('name');
  expect([...useRunsList.getState().selected]).toEqual(['b']);
  list.type('status:failed');
  expect([...useRunsList.getState().selected]).toEqual([]);
});
