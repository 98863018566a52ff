import { describe, expect, it } from 'vitest';
import { elementBytes, extent, figureText, flat, isReal, numpyText, rowsText, shapeText, storedDtype } from './numbers';

describe('numbers of an answer', () => {
  it('are read in order; what JSON has no number for is NaN', () => {
    expect([...flat([[1, null], [true, -2.5]], 2)]).toEqual([1, Number.NaN, 1, -2.5]);
    expect([...flat(7, 0)]).toEqual([7]);
    expect([...flat([], 3)]).toEqual([]);
  });

  it('of complex dtypes are told by their size', () => expect([...flat([[3, 4], [0, 1]], 1)]).toEqual([5, 1]));

  it('have an extent that passes over NaN', () => {
    expect(extent(Float64Array.from([2, Number.NaN, -1]))).toEqual([-1, 2]);
    expect(extent(Float64Array.from([Number.NaN]))).toBeNull();
  });
});

describe('figures', () => {
  it.each([
    [0.9373, false, '0.9373'], [-1, true, '−1.0000'], [-1, false, '−1'], [12_345, false, '12,345'], [0.00001234, true, '1.234e-5'],
    [0, true, '0.0000'], [2e9, true, '2.000e+9'], [2_000_000, false, '2,000,000'], [Number.NaN, true, 'NaN'], [Infinity, true, 'Infinity'],
  ])('%f is %s', (value, real, text) => expect(figureText(value, 'en', real)).toBe(text));

  it('that are none are a dash', () => expect([figureText(null, 'en'), figureText(undefined, 'en')]).toEqual(['–', '–']));

  it('of dtypes', () => {
    expect(['float32', 'bfloat16', 'complex64', 'int64', 'bool'].map(isReal)).toEqual([true, true, true, false, false]);
    expect(['float32', 'uint8', 'bool', 'bfloat16', 'complex128', 'object'].map(elementBytes)).toEqual([4, 1, 1, 2, 16, null]);
  });

  it('of shapes', () => expect([shapeText([64, 1]), shapeText([]), shapeText(null)]).toEqual(['[64, 1]', '[]', '–']));
});

describe('numbers as text', () => {
  it('is an array that Python reads', () => {
    expect(numpyText([[1, null], [2.5, 3]], 'float32')).toBe('np.array([[1, np.nan], [2.5, 3]], dtype=np.float32)');
    expect(numpyText([true, false], 'bool')).toBe('np.array([True, False], dtype=bool)');
    expect(numpyText([1], 'bfloat16')).toBe('np.array([1], dtype=np.float32)');
  });

  it('stands in rows and columns, planes apart', () => {
    expect(rowsText([[[1, 2]], [[3, null]]], 'en', false).split('\n').map((line) => line.trim().split(/\s+/))).toEqual([['1', '2'], [''], ['3', 'NaN']]);
    expect(rowsText(4, 'en', true)).toBe('4.0000');
  });
});

it('a file has a dtype that NumPy knows and that holds all values', () => {
  expect(['float16', 'bfloat16', 'float8_e5m2', 'qint8', 'complex32', 'bool'].map(storedDtype)).toEqual(['float16', 'float32', 'float32', 'float32', 'complex64', 'bool']);
});
