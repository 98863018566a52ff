import { Suspense, useEffect, type ReactNode } from 'react';
import { lazy } from '../../parts/lazy';
import { useEditor } from '../../state/editor';
import { useInspect } from '../../state/outputs/inspect';
import { useSession } from '../../state/run/session';
import { useTranslation } from '../../words/words';
import { registerInspector } from './commands';
import './inspector.css';

// the canvas is there before what is said beside it
const Page = lazy(() => import('./Page').then((module) => ({ default: module.Page })));

/** What is selected, in full; the graph itself while nothing is. */
export function Inspector(): ReactNode {
  const { t } = useTranslation();
  useEffect(registerInspector, []);
  useNewestRun();
  return (
    <aside className="inspector" aria-label={t('inspector.title')} data-testid="inspector">
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </aside>
  );
}

/** A run that was picked counts until another one begins, or another graph is in front. */
function useNewestRun(): void {
  const followed = useSession((state) => state.picture?.runId);
  const file = useEditor((state) => state.open.file);
  const loads = useEditor((state) => state.loads);
  useEffect(() => useInspect.getState().pick(null), [followed, file, loads]);
}
