import { expect, it } from 'vitest';
import { colourOf, dashAt, MOST_COMPARED, placed, tokenAt, useCompare } from './compare';

it('gives every run of a comparison a look of its own', () => {
  const looks = Array.from({ length: MOST_COMPARED }, (_, at) => `${tokenAt(at)} ${dashAt(at).join()}`);
  expect(new Set(looks).size).toBe(MOST_COMPARED);
  expect([0, 1, 2].map((at) => [tokenAt(at), dashAt(at)])).toEqual([['--tensor', []], ['--optimizer', [5, 3]], ['--model', [2, 3]]]);
  expect([colourOf(['a', 'b'], 'b'), colourOf(['a'], 'b')]).toEqual(['var(--optimizer)', undefined]);
});

it('leaves runs their places while others join', () => {
  expect(placed(['a', 'b'], ['c', 'b', 'a'])).toEqual(['a', 'b', 'c']);
  expect(placed(['a', 'b', 'c'], ['c', 'a'])).toEqual(['a', 'c']);
  expect(placed([], Array.from({ length: 30 }, (_, at) => String(at)))).toHaveLength(MOST_COMPARED);
  useCompare.getState().open(['x', 'y']);
  useCompare.getState().open(['z', 'y']);
  expect(useCompare.getState().ids).toEqual(['y', 'z']);
  useCompare.getState().close();
  useCompare.getState().open(['z', 'y']);
  expect(useCompare.getState().ids).toEqual(['z', 'y']); // another comparison, other places
});
