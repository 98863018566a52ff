import { describe, expect, it } from 'vitest';
import { spanText } from './meanwhile';

describe('how long it was closed', () => {
  it('is told in two units at most, without those that are none', () => {
    expect(spanText(14 * 3_600_000 + 20 * 60_000 + 31_000, 'en')).toBe('14 hr 20 min');
    expect(spanText(2 * 86_400_000 + 59_000, 'en')).toBe('2 days');
    expect(spanText(61_000, 'en')).toBe('1 min 1 sec');
    expect(spanText(59_999, 'zh-TW')).toBe('59 秒');
  });

  it('is nothing when the clock was set back', () => {
    expect(spanText(-5000, 'en')).toBe('0 sec');
  });
});
