import { lazy, Suspense, type ReactNode } from 'react';
import { Boundary } from '../../parts/Boundary';
import { useRoute, type View } from '../../state/route';
import { CanvasView } from '../canvas/CanvasView';
import { AppBar } from './AppBar';
import { Rail } from './Rail';
import { ConflictDialog } from './SaveState';
import { StatusBar } from './StatusBar';
import './shell.css';

const RunsView = lazy(() => import('../runs/RunsView').then((module) => ({ default: module.RunsView })));
const SettingsView = lazy(() => import('../settings/SettingsView').then((module) => ({ default: module.SettingsView })));
const Later = lazy(() => import('./Later').then((module) => ({ default: module.Later })));

/** The window: bar, rail, one view, status. Views other than the canvas are loaded when they are first opened. */
export function Shell(): ReactNode {
  const { view } = useRoute();
  return (
    <div className="shell">
      <AppBar />
      <Rail />
      <div className="view">
        <Boundary key={view}>
          <Suspense fallback={null}>{viewOf(view)}</Suspense>
        </Boundary>
      </div>
      <StatusBar />
      <ConflictDialog />
    </div>
  );
}

function viewOf(view: View): ReactNode {
  if (view === 'canvas') return <CanvasView />;
  if (view === 'settings') return <SettingsView />;
  return view === 'runs' ? <RunsView /> : <Later view={view} />;
}
