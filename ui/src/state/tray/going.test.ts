import { describe, expect, it } from 'vitest';
import { placeOf } from './going';

const told = (progress: Record<string, unknown>): { payload: { outputs: { progress: Record<string, unknown> }[] } } => ({ payload: { outputs: [{ progress }] } });

describe('how far a run is', () => {
  it('is what the last event says that says it', () => {
    expect(placeOf([told({ epoch: 1, total_epochs: 9 }), told({ epoch: 3, total_epochs: 9 }), { payload: {} }, { payload: null }])).toEqual({ done: 3, all: 9 });
    expect(placeOf([told({ items: { done: 2, total: 5 } })])).toEqual({ done: 2, all: 5 });
  });

  it('is nothing where none does', () => {
    expect(placeOf([])).toEqual({ done: 0, all: 0 });
    expect(placeOf([told({ loss: 1 })])).toEqual({ done: 0, all: 0 });
  });
});
