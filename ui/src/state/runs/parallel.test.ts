import { expect, it } from 'vitest';
import { axesOf, MOST_AXES } from './parallel';

const odd: boolean[] = [];

it('places numbers between the least and the most', () => {
  const [axis] = axesOf([{ of: 'Adam', name: 'lr', values: [0.1, 0.3, 0.2, undefined], odd }], []);
  expect(axis!.name).toBe('Adam · lr');
  expect(axis!.places.map((place) => place?.toFixed(2))).toEqual(['0.00', '1.00', '0.50', undefined]);
  expect(axis!.labels).toEqual([{ text: '0.3', at: 1 }, { text: '0.1', at: 0 }]);
});

it('places texts in turn, the first at the top', () => {
  const [axis] = axesOf([{ of: '', name: 'type', values: ['b', 'a', true], odd }], []);
  expect(axis!.places).toEqual([0.5, 1, 0]);
});

it('puts one value in the middle, and keeps room for metrics', () => {
  expect(axesOf([], [{ name: 'loss', values: [3, null] }])[0]).toEqual({ name: 'loss', labels: [{ text: '3', at: 0.5 }], places: [0.5, null] });
  const many = Array.from({ length: 30 }, (_, at) => ({ of: 'n', name: `p${at}`, values: [1, 2], odd }));
  const axes = axesOf(many, [{ name: 'loss', values: [1, 2] }]);
  expect([axes.length, axes.at(-1)!.name]).toEqual([MOST_AXES, 'loss']);
});
