import { describe, expect, it } from 'vitest';
import en from '../../words/en.json';
import type { Setting } from '../../api/types.gen';
import { found, PAGES, pageOf, SECTIONS } from './pages';
import { bytesWord, chosen, readValue, shortName } from './server';

const row: Setting = {
  name: 'CODEFYUI_PORT', value: 8000, default: 8000, saved: null, source: 'default', unit: 'port', choices: [], minimum: 0,
  maximum: 65535, help: '', help_zh_TW: '', read_only: false, pending: false,
};

describe('pages', () => {
  it('have each setting that has words exactly once', () => {
    const sections = PAGES.flatMap((page) => SECTIONS[page]);
    expect(sections.flatMap((one) => one.server ?? []).sort()).toEqual(Object.keys(en.settings.server).sort());
    expect(sections.flatMap((one) => one.own ?? []).sort()).toEqual(Object.keys(en.settings.own).sort());
    expect(Object.keys(en.settings.about_own).sort()).toEqual(Object.keys(en.settings.own).sort());
  });

  it('are found by every typed word, in any case and order', () => {
    const rows = [
      { page: 'network', texts: ['Port', 'CODEFYUI_PORT', 'where it listens'] },
      { page: 'network', texts: ['Listens on', 'CODEFYUI_HOST'] },
    ] as const;
    expect(found(rows, 'LISTENS port')).toEqual([rows[0]]);
    expect(found(rows, 'codefyui')).toHaveLength(2);
    expect([found(rows, '  '), found(rows, 'tls')]).toEqual([[], []]);
    expect([pageOf('network'), pageOf('gone'), pageOf(null)]).toEqual(['network', 'general', 'general']);
  });
});

describe('a setting of the server', () => {
  it('is edited as the next start will have it', () => {
    expect([chosen(row), shortName(row)]).toEqual([8000, 'port']);
    expect(chosen({ ...row, saved: 9000 })).toBe(9000);
    expect(chosen({ ...row, value: 9000, source: 'file' })).toBe(8000);
    expect(chosen({ ...row, value: 8123, saved: 9000, source: 'env', read_only: true })).toBe(8123);
  });

  it('is read as what it is', () => {
    expect(['9000', ' 9,000 ', '', 'x', '1.5', '-1'].map((text) => readValue(row, text))).toEqual([9000, 9000, undefined, undefined, undefined, -1]);
    expect(readValue({ ...row, value: 'a' }, ' 12 ')).toBe('12');
  });

  it('has its size in words', () => {
    expect([64 * 2 ** 20, 1536, 2 ** 50, 100].map((size) => bytesWord(size, 'en'))).toEqual(['64 MiB', '1.5 KiB', '1,024 TiB', null]);
  });
});
