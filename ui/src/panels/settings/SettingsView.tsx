import { IconSearch, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { Boundary } from '../../parts/Boundary';
import { hashOf, useRoute } from '../../state/route';
import { PAGES, pageOf, type Page } from '../../state/settings/pages';
import { useWantedSetting } from '../../state/settings/wanted';
import { useTranslation } from '../../words/words';
import { Found } from './Found';
import { PageBody } from './PageBody';
import './settings.css';

/** All that can be set, a page each; what is typed is looked for on all of them. */
export function SettingsView(): ReactNode {
  const { t } = useTranslation();
  const page = pageOf(useRoute().id);
  const [typed, setTyped] = useState('');
  const isSearch = typed.trim() !== '';
  const wanted = useWantedSetting((state) => state.name);
  useLayoutEffect(() => {
    if (wanted !== null) setTyped('');
  }, [wanted]);
  return (
    <div className="settings" data-testid="view-settings">
      <nav className="settings-side" aria-label={t('settings.pages')}>
        <h2 className="settings-head">{t('nav.settings')}</h2>
        <div className="settings-search">
          <label className="field">
            <IconSearch size={14} aria-hidden />
            <input
              type="search" value={typed} placeholder={t('settings.search')} aria-label={t('settings.search')} data-testid="settings-search"
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setTyped('');
              }}
            />
            {isSearch && (
              <button type="button" className="btn icon small" aria-label={t('settings.clear')} title={t('settings.clear')} onClick={() => setTyped('')}>
                <IconX size={14} aria-hidden />
              </button>
            )}
          </label>
        </div>
        {PAGES.map((one) => (
          <PageLink key={one} page={one} isHere={!isSearch && one === page} leave={() => setTyped('')} />
        ))}
      </nav>
      <main className="settings-main" key={isSearch ? 'found' : page} data-testid={isSearch ? 'settings-found' : `settings-${page}`}>
        <Boundary>
          {isSearch ? <Found typed={typed} leave={() => setTyped('')} /> : <PageBody page={page} />}
        </Boundary>
      </main>
    </div>
  );
}

function PageLink({ page, isHere, leave }: { page: Page; isHere: boolean; leave: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <a
      className={isHere ? 'settings-link here' : 'settings-link'} href={hashOf({ view: 'settings', id: page })}
      aria-current={isHere ? 'page' : undefined} onClick={leave} data-testid={`settings-link-${page}`}
    >
      {t(`settings.page.${page}`)}
    </a>
  );
}
