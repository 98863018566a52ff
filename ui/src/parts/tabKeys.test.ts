import { expect, it } from 'vitest';
import { nextTab } from './tabKeys';

const TABS = ['a', 'b', 'c'] as const;

it.each([
  ['a', 'ArrowRight', 'b'], ['c', 'ArrowRight', 'a'], ['a', 'ArrowLeft', 'c'], ['b', 'Home', 'a'], ['b', 'End', 'c'], ['b', 'Enter', null],
] as const)('from %s, %s leads to %s', (shown, key, next) => expect(nextTab(TABS, shown, key)).toBe(next));
