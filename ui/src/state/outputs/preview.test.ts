import { describe, expect, it } from 'vitest';
import { withPoints } from '../run/series';
import { gridOf, lineOf, metricOf } from './preview';

const given = (summaries: Record<string, { type: string; shape?: number[]; dtype?: string }>) => gridOf({ status: 'completed', summaries });

describe('the small grid of a node', () => {
  it('is of the first tensor with something to see', () => {
    expect(given({ labels: { type: 'tensor', shape: [64] }, images: { type: 'tensor', shape: [64, 1, 28, 28] } }))
      .toEqual({ port: 'images', slice: '0:3, 0, ::2, ::2', tiles: 3, rows: 14, cols: 14 });
    expect(given({ out: { type: 'tensor', shape: [100_000, 24] } })).toEqual({ port: 'out', slice: '::4167, ::1', tiles: 1, rows: 24, cols: 24 });
    expect(given({ out: { type: 'tensor', shape: [2, 8, 8] } })).toMatchObject({ slice: '0:2, ::1, ::1', tiles: 2 });
  });

  it('is none for scalars, short rows, complex numbers and models', () => {
    expect([given({ a: { type: 'scalar' } }), given({ a: { type: 'tensor', shape: [3, 5] } }), given({ a: { type: 'tensor', shape: [9, 9], dtype: 'complex64' } }), given({}), given({ a: { type: 'tensor', shape: [0, 9, 9] } })])
      .toEqual([null, null, null, null, null]);
  });
});

describe('the small line of a node', () => {
  const points = (name: string, values: (number | null)[]) => values.map((value, at) => ({ node_id: 'n', name, step: at + 1, value }));

  it('is of its loss, in a box of a hundred, without what is no number', () => {
    const series = withPoints({}, [...points('lr', [1, 2]), ...points('train_loss', [4, null, 2, 3])]);
    const loss = metricOf(series, 'n')!;
    expect([loss.name, lineOf(loss)]).toEqual(['train_loss', '0.0,0.0 66.7,100.0 100.0,50.0']);
    expect(lineOf(metricOf(withPoints({}, points('loss', [1, 1e308, 3, -1e308])), 'n')!)).toBe('0.0,100.0 100.0,0.0');
    expect(metricOf(withPoints({}, points('lr', [1])), 'n')?.name).toBe('lr');
    expect(metricOf(series, 'other')).toBeNull();
  });

  it('begins with the second point', () => {
    expect(lineOf(metricOf(withPoints({}, points('loss', [1])), 'n')!)).toBeNull();
  });
});
