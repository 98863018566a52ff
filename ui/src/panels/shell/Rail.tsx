import { IconListDetails, IconSearch, IconSettings, IconSitemap } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useQueue } from '../../api/queue';
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
  const running = useQueue().data?.running.length ?? 0;
  return (
    <nav className="rail" aria-label={t('nav.label')}>
      {VIEWS.map(([view, Icon]) => (
        <Place key={view} view={view} icon={<Icon size={20} stroke={1.6} aria-hidden />} count={view === 'runs' ? running : 0} />
      ))}
      <span className="grow" />
      <button type="button" className="place" title={t('nav.search')} aria-label={t('nav.search')} onClick={() => perform('help.finder')} data-testid="nav-search">
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </button>
      <Place view="settings" icon={<IconSettings size={20} stroke={1.6} aria-hidden />} />
    </nav>
  );
}

interface PlaceProps {
  view: Extract<View, keyof typeof import('../../words/en.json')['nav']>;
  icon: ReactNode;
  /** How much goes on there; the status bar says it in words. */
  count?: number;
}

function Place({ view, icon, count = 0 }: PlaceProps): ReactNode {
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
      data-count={count > 0 ? count : undefined}
      data-testid={`nav-${view}`}
    >
      {icon}
    </a>
  );
}
