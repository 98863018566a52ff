import { IconListDetails, IconSearch, IconSettings, IconSitemap } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { perform } from '../../state/commands/commands';
import { hashOf, useRoute, type View } from '../../state/route';
import { useEditor } from '../../state/editor';
import { useTranslation } from '../../words/words';

const VIEWS = [
  ['canvas', IconSitemap],
  ['runs', IconListDetails],
] as const;

/** The places of the program that there are; others join with their views. */
export function Rail(): ReactNode {
  const { t } = useTranslation();
  return (
    <nav className="rail" aria-label={t('nav.label')}>
      {VIEWS.map(([view, Icon]) => (
        <Place key={view} view={view} icon={<Icon size={20} stroke={1.6} aria-hidden />} />
      ))}
      <span className="grow" />
      <button type="button" className="place" title={t('nav.search')} aria-label={t('nav.search')} onClick={() => perform('help.finder')} data-testid="nav-search">
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </button>
      <Place view="settings" icon={<IconSettings size={20} stroke={1.6} aria-hidden />} />
    </nav>
  );
}

function Place({ view, icon }: { view: Extract<View, keyof typeof import('../../words/en.json')['nav']>; icon: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const isHere = useRoute().view === view;
  const file = useEditor((state) => state.open.file);
  return (
    <a
      className={isHere ? 'place here' : 'place'}
      href={hashOf({ view, id: view === 'canvas' ? file : null })}
      title={t(`nav.${view}`)}
      aria-label={t(`nav.${view}`)}
      aria-current={isHere ? 'page' : undefined}
      data-testid={`nav-${view}`}
    >
      {icon}
    </a>
  );
}
