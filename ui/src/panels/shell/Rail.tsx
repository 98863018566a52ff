import { IconChartDots3, IconListDetails, IconServer2, IconSettings, IconSitemap } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hashOf, useRoute, type View } from '../../state/route';
import { useTranslation } from '../../words/words';

const VIEWS = [
  ['canvas', IconSitemap],
  ['runs', IconListDetails],
  ['sweeps', IconChartDots3],
  ['workers', IconServer2],
] as const;

/** The five places of the program. */
export function Rail(): ReactNode {
  const { t } = useTranslation();
  return (
    <nav className="rail" aria-label={t('nav.label')}>
      {VIEWS.map(([view, Icon]) => (
        <Place key={view} view={view} icon={<Icon size={20} stroke={1.6} aria-hidden />} />
      ))}
      <span className="grow" />
      <Place view="settings" icon={<IconSettings size={20} stroke={1.6} aria-hidden />} />
    </nav>
  );
}

function Place({ view, icon }: { view: Extract<View, keyof typeof import('../../words/en.json')['nav']>; icon: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const isHere = useRoute().view === view;
  return (
    <a
      className={isHere ? 'place here' : 'place'}
      href={hashOf({ view })}
      title={t(`nav.${view}`)}
      aria-label={t(`nav.${view}`)}
      aria-current={isHere ? 'page' : undefined}
      data-testid={`nav-${view}`}
    >
      {icon}
    </a>
  );
}
