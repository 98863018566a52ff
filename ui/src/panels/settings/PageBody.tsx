import type { ReactNode } from 'react';
import { SECTIONS, type Page, type Section } from '../../state/settings/pages';
import { useServerSettings } from '../../state/settings/server';
import { useSettings } from '../../state/settings/settings';
import { sentenceOf, useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { AboutPage } from './AboutPage';
import { NoticesPart } from './NoticesPart';
import { OwnRow } from './OwnRow';
import { PacksPage } from './PacksPage';
import { SecretsPage } from './SecretsPage';
import { ServerRow } from './ServerRow';
import { ShortcutsPage } from './ShortcutsPage';

/** One page: its sections, and what is a panel of its own. */
export function PageBody({ page }: { page: Page }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="settings-page">
      <h1>{t(`settings.page.${page}`)}</h1>
      <Told page={page} />
      {page === 'secrets' && <SecretsPage />}
      {page === 'shortcuts' && <ShortcutsPage />}
      {page === 'packs' && <PacksPage />}
      {page === 'about' && <AboutPage />}
      {SECTIONS[page].map((section) => <SectionPart key={section.title} section={section} />)}
      {page === 'notifications' && <NoticesPart />}
    </div>
  );
}

function SectionPart({ section }: { section: Section }): ReactNode {
  const { t } = useTranslation();
  const rows = useServerSettings().data?.settings;
  return (
    <section>
      <h2 className="settings-section">{t(`settings.section.${section.title}`)}</h2>
      {section.own?.map((key) => <OwnRow key={key} name={key} />)}
      {section.server?.map((name) => {
        const row = rows?.find((one) => one.name === `CODEFYUI_${name.toUpperCase()}`);
        return row && <ServerRow key={name} row={row} label={t(`settings.server.${name}`)} />;
      })}
    </section>
  );
}

/** What holds for the page as a whole: the server is away, would not keep something, has to start anew. */
function Told({ page }: { page: Page }): ReactNode {
  const { t } = useTranslation();
  const say = useSentence();
  const { data, error, refetch } = useServerSettings();
  const refusal = useSettings((state) => state.refusal);
  const isWaiting = useSettings((state) => !state.isKnown && Object.keys(state.pending).length > 0);
  const needsServer = SECTIONS[page].some((section) => section.server);
  return (
    <>
      {refusal && <p role="alert" className="settings-told wrong" data-testid="settings-refused">{say(refusal)}</p>}
      {isWaiting && <p role="status" className="settings-told dim">{t('settings.kept_here')}</p>}
      {needsServer && error && (
        <div role="alert" className="settings-told wrong">
          <span className="grow">{sentenceOf(t, error)}</span>
          <button type="button" className="btn small" onClick={() => void refetch()}>{t('settings.retry')}</button>
        </div>
      )}
      {needsServer && data?.restart_needed && (
        <p role="status" className="settings-told" data-testid="settings-restart">{t('settings.restart_some')}</p>
      )}
    </>
  );
}
