import { expect, it } from 'vitest';
import { memoryWord } from './memory';

it('says how much of a card is used, where it is known', () => {
  const GIB = 2 ** 30;
  expect(memoryWord({ total_bytes: 8 * GIB, free_bytes: 4.9 * GIB }, 'en')).toBe('3.1 / 8.0 GiB');
  expect(memoryWord({ total_bytes: 139 * GIB, free_bytes: 140 * GIB }, 'zh-TW')).toBe('0.0 / 139.0 GiB');
  for (const unknown of [{}, { total_bytes: GIB }, { total_bytes: GIB, free_bytes: null }, { total_bytes: 0, free_bytes: 0 }]) expect(memoryWord(unknown, 'en')).toBeNull();
});
