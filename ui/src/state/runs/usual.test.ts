import { describe, expect, it } from 'vitest';
import { tellingOf, usualMetric } from './usual';

const none = { key: '', metric: null };

describe('usualMetric', () => {
  it('is what most of the runs have, and the most telling where some are as common', () => {
    expect(usualMetric([{ new: 1 }, { loss: 1, acc: 1 }, { loss: 2 }], 'a', none).metric).toBe('loss');
    expect(usualMetric([{ loss: 1, acc: 1 }], 'a', none).metric).toBe('acc');
    expect(usualMetric([{ lr: 1, train_loss: 1, val_loss: 1, val_accuracy: 1 }], 'a', none).metric).toBe('val_accuracy');
    expect(usualMetric([{ lr: 1, val_loss: 1, train_loss: 1 }], 'a', none).metric).toBe('train_loss');
    expect(usualMetric([{ lr: 1, val_loss: 1 }, { lr: 1 }], 'a', none).metric).toBe('lr');
    expect(usualMetric([], 'a', none).metric).toBe(null);
  });

  it('stays while runs come in, until another list is looked at or no run has it', () => {
    const before = { key: 'a', metric: 'loss' };
    expect(usualMetric([{ new: 1 }, { new: 2 }, { loss: 1 }], 'a', before)).toBe(before);
    expect(usualMetric([], 'a', before)).toBe(before);
    expect(usualMetric([{ new: 1 }, { new: 2 }, { loss: 1 }], 'b', before).metric).toBe('new');
    expect(usualMetric([{ new: 1 }], 'a', before).metric).toBe('new');
  });
});

describe('tellingOf', () => {
  it('is one of each kind before others', () => {
    expect(tellingOf(['lr', 'train_loss', 'val_accuracy', 'train_accuracy', 'val_loss'], 2)).toEqual(['val_accuracy', 'train_loss']);
    expect(tellingOf(['lr', 'train_loss', 'val_loss'], 2)).toEqual(['train_loss', 'val_loss']);
    expect(tellingOf(['lr'], 2)).toEqual(['lr']);
    expect(tellingOf([], 2)).toEqual([]);
  });
});
