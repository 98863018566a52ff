import { expect, it } from 'vitest';
import { pseudo, wantsPseudo } from './pseudo';

it('makes every text two fifths longer and leaves places alone', () => {
  expect(pseudo({ one: 'Open graph', two: { three: '{{count}} nodes' } })).toEqual({ one: '[Ópén gráph ~~~]', two: { three: '[{{count}} nódés ~~]' } });
  expect([wantsPseudo('?lang=pseudo'), wantsPseudo('?lang=en')]).toEqual([true, false]);
});
