import { lazy, Suspense, type ReactNode } from 'react';
import { useRoute } from '../../state/route';
import { RunsList } from './RunsList';

const RunDetail = lazy(() => import('../run-detail/RunDetail').then((module) => ({ default: module.RunDetail })));

/** All runs, or the one that the address names. */
export function RunsView(): ReactNode {
  const { id, tab } = useRoute();
  if (id === null) return <RunsList />;
  return (
    <Suspense fallback={null}>
      <RunDetail key={id} id={id} tab={tab} />
    </Suspense>
  );
}
