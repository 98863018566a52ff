import { describe, expect, it } from 'vitest';
import { worded } from './reasons';

const SENTENCES = {
  plain: 'No node {name} in {count} nodes.',
  hint: 'No type {type}{closest:; similar: %s}.',
  quoted: '{value!r} is no number.',
  rounded: 'after {seconds:g} s',
  nested: '{path} cannot be written: {why}. Choose another place.',
  braces: 'Write {{name}}, not {name}.',
};

describe('a reason', () => {
  it.each([
    ['plain', { name: 'a$&b', count: 3 }, 'No node a$&b in 3 nodes.'],
    ['hint', { type: 'X', closest: '' }, 'No type X.'],
    ['hint', { type: 'X', closest: 'Y' }, 'No type X; similar: Y.'],
    ['quoted', { value: 'x' }, "'x' is no number."],
    ['quoted', { value: [1, null] }, '[1,null] is no number.'],
    ['rounded', { seconds: 2.5 }, 'after 2.5 s'],
    ['quoted', { value: { code: 'rounded', params: { seconds: 1 }, text: '' } }, "'after 1 s' is no number."],
    ['rounded', { seconds: { code: 'nobody', params: {}, text: 'a while' } }, 'after a while s'],
    ['nested', { path: 'a.', why: 'There is no room. Try again.' }, 'a. cannot be written: There is no room. Try again. Choose another place.'],
    ['braces', { name: 'n' }, 'Write {name}, not n.'],
  ])('%s of %o', (code, params, text) => expect(worded({ code, params }, SENTENCES)).toBe(text));

  it('is not worded without all that it mentions, or of a code that is not known', () => {
    expect(worded({ code: 'plain', params: { name: 'a' } }, SENTENCES)).toBeNull();
    expect(worded({ code: 'toString', params: {} }, SENTENCES)).toBeNull();
  });
});
