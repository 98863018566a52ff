import { describe, expect, it } from 'vitest';
import { readDevice, readGrid, readNumber, textOf } from './reading';

const INT = { param_type: 'int', min_value: 1, max_value: 100 };

describe('a number', () => {
  it.each([
    ['7', INT, { value: 7 }],
    [' 1e1 ', INT, { value: 10 }],
    ['１２', INT, { value: 12 }],
    ['－１２．５', { ...INT, param_type: 'float', min_value: null }, { value: -12.5 }],
    ['10²', INT, { why: 'whole' }],
    ['99999999999999999999', { ...INT, max_value: null }, { why: 'range', low: -(2 ** 53) + 1, high: 2 ** 53 - 1 }],
    ['', INT, { why: 'whole' }],
    ['1.5', INT, { why: 'whole' }],
    ['0', INT, { why: 'range', low: 1, high: 100 }],
    ['101', INT, { why: 'range', low: 1, high: 100 }],
    ['0', { ...INT, max_value: null }, { why: 'at_least', low: 1 }],
    ['101', { ...INT, min_value: null }, { why: 'at_most', high: 100 }],
    ['ten', { ...INT, param_type: 'float' }, { why: 'number' }],
    ['Infinity', { ...INT, param_type: 'float' }, { why: 'number' }],
  ])('%j', (text, param, reading) => expect(readNumber(text, param)).toEqual(reading));
});

it('a device is one of those that the server knows by name', () => {
  const names = ['auto', 'cpu', 'cuda', 'cuda:0', 'cuda:12', 'mps:0', 'gpu', 'cuda:', 'cuda:01', 'cpu:0', ''];
  expect(names.filter((name) => 'value' in readDevice(name))).toEqual(['auto', 'cpu', 'cuda', 'cuda:0', 'cuda:12', 'mps:0']);
});

describe('a grid of numbers', () => {
  it.each([
    ['', { value: null }],
    [' null ', { value: null }],
    ['[1, 2]', { value: [1, 2] }],
    ['［１，　２］', { value: [1, 2] }],
    ['[[1, true], [2.5, -3]]', { value: [[1, true], [2.5, -3]] }],
    ['3', { value: 3 }],
    ['1\t2\n3\t4\n', { value: [[1, 2], [3, 4]] }],
    ['[]', { value: [] }],
    ['[1, 2', { why: 'list' }],
    ['[1, "2"]', { why: 'numbers' }],
    ['{"a": 1}', { why: 'numbers' }],
    ['[1, null]', { why: 'numbers' }],
    ['[1e999]', { why: 'numbers' }],
    ['[[1, 2], [3]]', { why: 'ragged' }],
    ['[[1], 2]', { why: 'ragged' }],
    [`${'['.repeat(16)}1${']'.repeat(16)}`, { value: JSON.parse(`${'['.repeat(16)}1${']'.repeat(16)}`) }],
    [`${'['.repeat(17)}1${']'.repeat(17)}`, { why: 'deep' }],
  ])('%j', (text, reading) => expect(readGrid(text)).toEqual(reading));

  it('has a line for each row, and reads as what it was', () => {
    const value = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
    const text = textOf(value);
    expect(text).toBe('[\n  [\n    [1, 2],\n    [3, 4]\n  ],\n  [\n    [5, 6],\n    [7, 8]\n  ]\n]');
    expect(readGrid(text)).toEqual({ value });
    expect([textOf([1, 2]), textOf(null), textOf('a\nb'), textOf({ a: 1 }), textOf(0.5)]).toEqual(['[1, 2]', '', 'a\nb', '{"a":1}', '0.5']);
  });
});
