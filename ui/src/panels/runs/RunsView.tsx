import { Suspense, type ReactNode } from 'react';
import { lazy, lazySoon } from '../../parts/lazy';
import { useRoute } from '../../state/route';
import { RunsList } from './RunsList';

const RunDetail = lazySoon(() => import('../run-detail/RunDetail').then((module) => ({ default: module.RunDetail })));
const ComparePage = lazy(() => import('../compare/ComparePage').then((module) => ({ default: module.ComparePage })));

/** All runs, the one that the address names, or those that it compares. */
export function RunsView(): ReactNode {
  const { id, tab } = useRoute();
  if (id === null) return <RunsList />;
  return (
    <Suspense fallback={null}>
      {id === 'compare' ? <ComparePage ids={tab ?? ''} /> : <RunDetail key={id} id={id} tab={tab} />}
    </Suspense>
  );
}
