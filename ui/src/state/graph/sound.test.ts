import { expect, it } from 'vitest';
import { wholeCharacters } from './sound';

it('half a character becomes U+FFFD, a whole one stays', () => {
  expect(wholeCharacters('su\uD800rr')).toBe('su\uFFFDrr');
  expect(wholeCharacters('\uDE00\uD83D\uDE00\uD83D')).toBe('\uFFFD\u{1F600}\uFFFD');
});

it('deep in a document, in keys as well; what is whole stays the same object', () => {
  const good = { id: 'a', data: { params: { text: '\u{1F600}' } } };
  const doc = { name: 'n\uDC00', nodes: [good, { id: 'b', data: { params: { 'k\uD800': ['\uD800'] } } }], count: 1, none: null };
  const next = wholeCharacters(doc);
  expect(next).toEqual({ name: 'n\uFFFD', nodes: [good, { id: 'b', data: { params: { 'k\uFFFD': ['\uFFFD'] } } }], count: 1, none: null });
  expect(next.nodes[0]).toBe(good);
  expect(wholeCharacters(next)).toBe(next);
  const fine = { nodes: [good], name: 'x' };
  expect(wholeCharacters(fine)).toBe(fine);
});

it('finds what was typed into a document that was whole', () => {
  const before = wholeCharacters({ name: 'a', nodes: [{ id: 'n', data: { label: 'x' } }] });
  const after = { ...before, nodes: [{ ...before.nodes[0]!, data: { label: 'x\uD83D' } }] };
  expect(wholeCharacters(after, before).nodes[0]!.data.label).toBe('x\uFFFD');
});
