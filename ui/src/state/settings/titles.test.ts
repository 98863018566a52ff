import i18next, { type TFunction } from 'i18next';
import { expect, it } from 'vitest';
import en from '../../words/en.json';
import zh from '../../words/zh-TW.json';
import { ranked } from '../finder/rank';
import { PAGES } from './pages';
import { titledSettings } from './titles';

const made = i18next.createInstance();
void made.init({ resources: { en: { translation: en }, 'zh-TW': { translation: zh } }, lng: 'en', initAsync: false });
const [english, chinese] = [made.getFixedT('en'), made.getFixedT('zh-TW')] as [TFunction, TFunction];
const found = (t: TFunction, other: TFunction, typed: string): string => ranked(titledSettings(t, other).map((one) => ({ ...one, weight: 0 })), typed, 3)[0]?.id ?? '';

it('has every setting and every page once', () => {
  const all = titledSettings(english, chinese);
  expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
  expect(all.filter((one) => one.name === null)).toHaveLength(PAGES.length);
  const worded = [...Object.keys(en.settings.own), ...Object.keys(en.settings.server)];
  expect(all.flatMap((one) => one.name ?? []).sort()).toEqual(worded.sort());
});

it('each is found by its title in both languages, whichever one is spoken', () => {
  for (const one of titledSettings(english, chinese).filter(({ name }) => name !== null)) {
    expect(one.also).toContain(titledSettings(chinese, english).find(({ id }) => id === one.id)!.title);
  }
  expect([found(english, chinese, zh.settings.own.snap), found(chinese, english, 'snap to the')]).toEqual(['snap', 'snap']);
  expect(found(english, chinese, 'codefyui_max_upload')).toBe('max_upload_size');
});
