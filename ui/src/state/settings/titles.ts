/** What settings are called, for those who look for one anywhere. */
import type { TFunction } from 'i18next';
import { PAGES, SECTIONS, type Page } from './pages';

export interface Titled {
  /** As its row is called; a page by its own name. */
  id: string;
  page: Page;
  /** null for the page as a whole. */
  name: string | null;
  title: string;
  /** The page and the part of it. */
  place: string;
  /** What else it may be looked for by. */
  also: string;
}

/** Every setting and every page, in the words of `t`; `other` has those of the other language, or is the same. */
export function titledSettings(t: TFunction, other: TFunction): Titled[] {
  return PAGES.flatMap((page) => {
    const pageName = t(`settings.page.${page}`);
    const rows = SECTIONS[page].flatMap(({ title: section, own = [], server = [] }) => {
      const place = `${pageName} · ${t(`settings.section.${section}`)}`;
      return [
        ...own.map((name): Titled => ({
          id: name, page, name, place, title: t(`settings.own.${name}`), also: [other(`settings.own.${name}`), t(`settings.about_own.${name}`), name, place].join(' '),
        })),
        ...server.map((name): Titled => ({
          id: name, page, name, place, title: t(`settings.server.${name}`), also: [other(`settings.server.${name}`), `CODEFYUI_${name.toUpperCase()}`, place].join(' '),
        })),
      ];
    });
    const whole = t('nav.settings');
    return [{ id: `page-${page}`, page, name: null, title: pageName, place: whole, also: `${other(`settings.page.${page}`)} ${whole} ${other('nav.settings')}` }, ...rows];
  });
}
