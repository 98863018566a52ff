import { describe, expect, it } from 'vitest';
import { rangeOf, stepped } from './stepping';

const FLOAT = { param_type: 'float', min_value: null, max_value: null, default: 0 };
const INT = { ...FLOAT, param_type: 'int' };

describe('a number a step further', () => {
  it.each([
    [7, 1, INT, 8],
    [7, -10, INT, -3],
    [7, -10, { ...INT, min_value: 1 }, 1],
    [95, 10, { ...INT, max_value: 100 }, 100],
    [0.1, 2, FLOAT, 0.3],
    [5, -1, FLOAT, 4.9],
    [0.001, 1, FLOAT, 0.002],
    [0.25, -10, FLOAT, 0.15],
    [1e-7, 1, FLOAT, 2e-7],
    [1.5e-5, 1, FLOAT, 1.6e-5],
    [0, 1, { ...FLOAT, default: 0.001 }, 0.001],
    [0, 1, FLOAT, 0.1],
    [1e21, 1, FLOAT, 1e21],
  ])('%d by %d', (value, steps, param, wanted) => expect(stepped(value, steps, param)).toBe(wanted));
});

it('names a range shortly', () => {
  const range = (min_value: number | null, max_value: number | null): string => rangeOf({ min_value, max_value });
  expect([range(1, 100), range(0, null), range(null, 1), range(null, null)]).toEqual(['1–100', '≥ 0', '≤ 1', '']);
});
