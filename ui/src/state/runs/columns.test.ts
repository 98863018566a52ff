import { expect, it } from 'vitest';
import { DEFAULT_COLUMNS, fitting, kindOf, MOST_COLUMNS, readColumns, templateOf, toggled, type ColumnId } from './columns';

it('reads kept columns back, and whatever else as the usual ones', () => {
  expect(readColumns(null)).toEqual(DEFAULT_COLUMNS);
  expect(readColumns(['reason', 'colour', 7, 'metric:', 'metric:loss', 'peak', 'peak'])).toEqual(['status', 'name', 'metric:loss', 'peak', 'reason']);
  expect(readColumns(Array.from({ length: 40 }, (_, at) => `metric:m${at}`))).toHaveLength(MOST_COLUMNS);
});

it('adds a column where it belongs, takes it away, and has no more than there is room for', () => {
  expect(toggled(['status', 'name', 'reason'], 'peak')).toEqual(['status', 'name', 'peak', 'reason']);
  expect(toggled(['status', 'name', 'reason'], 'reason')).toEqual(['status', 'name']);
  expect(toggled(['status', 'name'], 'name')).toEqual(['status', 'name']);
  const full = readColumns(Array.from({ length: 40 }, (_, at) => `metric:m${at}`));
  expect(toggled(full, 'peak')).toBe(full);
});

it('drops columns of a narrow window, the least needed first, never name, status, metric or reason', () => {
  expect(fitting(DEFAULT_COLUMNS, 1400)).toEqual(DEFAULT_COLUMNS);
  expect(fitting(DEFAULT_COLUMNS, 1100)).toEqual(DEFAULT_COLUMNS.filter((one) => one !== 'peak'));
  expect(fitting(DEFAULT_COLUMNS, 100)).toEqual(['status', 'name', 'metric', 'reason']);
  expect(fitting(DEFAULT_COLUMNS, 0)).toEqual(DEFAULT_COLUMNS); // not measured yet
});

it('lays columns out, the last one as wide as there is room', () => {
  expect(templateOf(['status', 'name', 'reason'])).toBe('16px 112px 152px minmax(0px, 1fr)');
  expect(templateOf(['status', 'name', 'duration'])).toBe('16px 112px minmax(152px, 1fr) 64px');
});

it('sorts by the chosen metric, by another one, and not by what the server cannot', () => {
  const sorts = (['metric', 'metric:loss', 'peak', 'graph'] satisfies ColumnId[]).map((one) => kindOf(one, 'acc').sort);
  expect(sorts).toEqual(['metric:acc', 'metric:loss', null, 'graph_name']);
  expect(kindOf('metric', null).sort).toBe(null);
});
