import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { found, PAGES, SECTIONS, type OwnKey, type Page, type ServerName } from '../../state/settings/pages';
import { useServerSettings } from '../../state/settings/server';
import { hashOf } from '../../state/route';
import { useTranslation } from '../../words/words';
import { OwnRow } from './OwnRow';
import { ServerRow } from './ServerRow';
import { useCommandRows } from './commandRows';

type Row =
  | { page: Page; texts: readonly string[]; own: OwnKey }
  | { page: Page; texts: readonly string[]; server: ServerName }
  | { page: Page; texts: readonly string[]; link: string };

/** What was found on any page, by page; the controls are the same as there. */
export function Found({ typed, leave }: { typed: string; leave: () => void }): ReactNode {
  const { t } = useTranslation();
  const all = useRows();
  const rows = useMemo(() => found(all, typed), [all, typed]);
  const settings = useServerSettings().data?.settings;
  const pages = PAGES.filter((page) => rows.some((row) => row.page === page));
  if (rows.length === 0) {
    return <div className="settings-page"><p role="status" data-testid="settings-none">{t('settings.none', { typed })}</p></div>;
  }
  return (
    <div className="settings-page">
      {pages.map((page) => (
        <section key={page}>
          <h2 className="settings-section">{t(`settings.page.${page}`)}</h2>
          {rows.filter((row) => row.page === page).map((row) => {
            if ('own' in row) return <OwnRow key={row.own} name={row.own} />;
            if ('link' in row) {
              return <a key={row.link} className="settings-jump" href={hashOf({ view: 'settings', id: page })} onClick={leave}>{row.link}</a>;
            }
            const setting = settings?.find((one) => one.name === `CODEFYUI_${row.server.toUpperCase()}`);
            return setting && <ServerRow key={row.server} row={setting} label={t(`settings.server.${row.server}`)} />;
          })}
        </section>
      ))}
    </div>
  );
}

/** What pages have beside rows: where it is, and what it may be looked for by; the first text is shown. */
function partsOf(t: TFunction): [Page, ...string[]][] {
  return [
    ['secrets', t('secrets.remembered'), t('settings.page.secrets'), t('secrets.forget')],
    ['secrets', t('secrets.add')],
    ['notifications', t('settings.which_notices'), ...Object.values(t('settings.mute', { returnObjects: true }))],
    ['packs', t('settings.page.packs'), t('packs.upload'), t('packs.reload')],
    ['packs', t('packs.presets')],
    ['about', t('about.version'), t('about.build')],
    ['about', t('about.diagnostics'), t('about.diagnostics_text')],
    ['about', t('about.licences')],
  ];
}

function useRows(): Row[] {
  const { t, i18n } = useTranslation();
  const settings = useServerSettings().data?.settings;
  const commands = useCommandRows();
  return useMemo(() => {
    const rows: Row[] = [];
    for (const page of PAGES) {
      const title = t(`settings.page.${page}`);
      for (const section of SECTIONS[page]) {
        for (const own of section.own ?? []) {
          rows.push({ page, own, texts: [title, t(`settings.own.${own}`), t(`settings.about_own.${own}`), own] });
        }
        for (const server of section.server ?? []) {
          const setting = settings?.find((one) => one.name === `CODEFYUI_${server.toUpperCase()}`);
          const help = i18n.language === 'zh-TW' ? setting?.help_zh_TW : setting?.help;
          rows.push({ page, server, texts: [title, t(`settings.server.${server}`), help ?? '', `CODEFYUI_${server}`] });
        }
      }
    }
    for (const [page, ...texts] of partsOf(t)) rows.push({ page, link: texts[0]!, texts });
    for (const row of commands) rows.push({ page: 'shortcuts', link: row.label, texts: [row.label, row.command.id] });
    return rows;
  }, [t, i18n.language, settings, commands]);
}
