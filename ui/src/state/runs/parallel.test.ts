import { describe, expect, it } from 'vitest';
import { axesOf, moved, put, within, MOST_AXES } from './parallel';

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

describe('brushes', () => {
  const axes = [
    { name: 'lr', labels: [], places: [0, 0.5, 1, null] },
    { name: 'loss', labels: [], places: [1, 0.2, 0.9, 0.5] },
  ];

  it('keep the runs that lie within all of them, edges too', () => {
    expect(within(axes, {}, 4)).toEqual([true, true, true, true]);
    expect(within(axes, { lr: [0.5, 1] }, 4)).toEqual([false, true, true, false]);
    expect(within(axes, { lr: [0.5, 1], loss: [0.8, 1] }, 4)).toEqual([false, false, true, false]);
  });

  it('are put in any order, stay on the axis, and are none over all of it', () => {
    expect(put({}, 'lr', [0.9, -3])).toEqual({ lr: [0, 0.9] });
    expect(put({}, 'lr', [0.4, 0.98])).toEqual({ lr: [0.4, 1] });
    expect(put({ lr: [0, 0.5] }, 'lr', [0, 1])).toEqual({});
    expect(put({ lr: [0, 0.5] }, 'lr', null)).toEqual({});
  });

  it('have ends that do not pass each other', () => {
    expect(moved({}, 'lr', 0, 0.3)).toEqual({ lr: [0.3, 1] });
    expect(moved({ lr: [0.3, 0.6] }, 'lr', 1, 0.1)).toEqual({ lr: [0.3, 0.3] });
    expect(moved({ lr: [0.3, 1] }, 'lr', 0, 0)).toEqual({});
  });
});
