import { expect, it } from 'vitest';
import { copiedTable, MOST_CELLS, pasted, resized, tableIn, withCell } from './cells';

it('is rows of equally many numbers, and not too many', () => {
  const table = [[1, 2], [3, 4]];
  expect(tableIn(table)).toBe(table);
  for (const other of [null, 3, [], [[]], [1, 2], [[1], 2], [[1, 2], [3]], [[[1]]], [['1']], [Array(MOST_CELLS + 1).fill(0)], Array(MOST_CELLS + 1).fill([0])]) expect(tableIn(other)).toBeNull();
});

it('grows with zeros, shrinks, and has a cell changed', () => {
  expect(resized([[1, 2]], 2, 3)).toEqual([[1, 2, 0], [0, 0, 0]]);
  expect(resized([[1, 2], [3, 4]], 1, 1)).toEqual([[1]]);
  expect(withCell([[1, 2], [3, 4]], 1, 0, 9)).toEqual([[1, 2], [9, 4]]);
});

it('takes what a spreadsheet copies', () => {
  expect(copiedTable('1\t2\r\n3\t-4.5\r\n')).toEqual([[1, 2], [3, -4.5]]);
  expect(copiedTable('1\n2')).toEqual([[1], [2]]);
  for (const other of ['', '1', 'a\tb', '1\t2\n3', '1\t', '[1, 2]', '1, 2']) expect(copiedTable(other)).toBeNull();
});

it('is laid over from a cell on, as far as there may be cells', () => {
  expect(pasted([[1, 2], [3, 4]], 1, 1, [[7, 8]])).toEqual([[1, 2, 0], [3, 7, 8]]);
  expect(pasted([[1, 2], [3, 4]], 0, 0, [[0]])).toEqual([[0, 2], [3, 4]]);
  expect(pasted([[1]], MOST_CELLS - 1, 0, [[1], [2]])).toBeNull();
});
