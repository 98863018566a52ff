import { describe, expect, it } from 'vitest';
import { lookOf } from '../theme';
import { wantedLanguage } from './apply';
import { DEFAULTS, readCache, withChanges, without } from './values';

describe('preferences', () => {
  it('lays changes over values, and null gives a default back', () => {
    const changed = withChanges({ ...DEFAULTS, grid: 'none' }, { font_size: 16, grid: null });
    expect(changed).toEqual({ ...DEFAULTS, font_size: 16, grid: 'dots' });
    expect(DEFAULTS.font_size).toBe(13);
  });

  it('keeps what was changed again while it was being saved', () => {
    const sent = { font_size: 14, snap: true } as const;
    expect(without({ font_size: 15, snap: true, theme: null }, sent)).toEqual({ font_size: 15, theme: null });
  });

  it('reads what an earlier visit left, and nothing of what cannot be', () => {
    const left = { values: { ...DEFAULTS, snap: true, muted: {}, gone: 1 }, pending: { font_size: 'big', grid: null } };
    expect(readCache(JSON.stringify(left))).toEqual({ values: { ...DEFAULTS, snap: true }, pending: { grid: null } });
    for (const text of [null, '', '{', 'null', '[]', '3', '{"values":7}']) {
      expect(readCache(text)).toEqual({ values: DEFAULTS, pending: {} });
    }
  });
});

describe('the look', () => {
  it('is the chosen one, else that of the system', () => {
    const dim = { isLight: false, wantsContrast: false };
    expect(lookOf('light', dim)).toBe('light');
    expect(lookOf('system', dim)).toBe('dark');
    expect(lookOf('system', { isLight: true, wantsContrast: true })).toBe('light');
    expect(lookOf('system', { isLight: false, wantsContrast: true })).toBe('contrast');
    expect(lookOf('dark', { isLight: true, wantsContrast: true })).toBe('dark');
  });

  it('speaks the chosen language', () => {
    expect(wantedLanguage({ language: 'zh-TW' })).toBe('zh-TW');
    expect(wantedLanguage({ language: 'auto' })).toBe('en');
  });
});
