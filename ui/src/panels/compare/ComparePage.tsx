import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { hashOf } from '../../state/route';
import { useCompare } from '../../state/runs/compare';
import { useTranslation } from '../../words/words';
import { ComparePanel } from './ComparePanel';

/** A comparison with all of the view to itself; which runs stands in the address. */
export function ComparePage({ ids }: { ids: string }): ReactNode {
  const { t } = useTranslation();
  useEffect(() => useCompare.getState().open(ids.split(',').filter(Boolean)), [ids]);
  return (
    <main className="compare-page" data-testid="view-compare">
      <nav className="run-crumbs cap dim" aria-label={t('run.where')}>
        <a href={hashOf({ view: 'runs' })}>{t('runs.title')}</a>
        <IconChevronRight size={12} aria-hidden />
        <span>{t('compare.crumb')}</span>
      </nav>
      <ComparePanel isDrawer={false} />
    </main>
  );
}
