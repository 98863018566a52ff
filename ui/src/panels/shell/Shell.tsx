import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { lazy, lazySoon } from '../../parts/lazy';
import { Boundary, quiet } from '../../parts/Boundary';
import { hide, useOverlay } from '../../state/overlay';
import { leave, useAsked } from '../../state/queue/asked';
import { useRoute, type View } from '../../state/route';
import { useSaving } from '../../state/saving/saver';
import { toast } from '../../state/toasts';
import { CanvasView } from '../canvas/CanvasView';
import { Banners } from '../notices/Banners';
import { Toasts } from '../notices/Toasts';
import { useEndedRuns } from '../notices/useEndedRuns';
import { Quitting } from '../quit/Quitting';
import { AppBar, useRefusedRuns } from './AppBar';
import { ClosingDialog } from './GraphTabs';
import { OpenDialog } from './OpenDialog';
import { Rail } from './Rail';
import { StatusBar } from './StatusBar';
import './shell.css';

const RunsView = lazySoon(() => import('../runs/RunsView').then((module) => ({ default: module.RunsView })));
const SettingsView = lazySoon(() => import('../settings/SettingsView').then((module) => ({ default: module.SettingsView })));
const Finder = lazySoon(() => import('../commands/Finder').then((module) => ({ default: module.Finder })));
const Shortcuts = lazy(() => import('../commands/Shortcuts').then((module) => ({ default: module.Shortcuts })));
const QueueOnDialog = lazySoon(() => import('../queue/QueueOnDialog').then((module) => ({ default: module.QueueOnDialog })));
const ConflictDialog = lazySoon(() => import('../conflict/ConflictDialog').then((module) => ({ default: module.ConflictDialog })));
const VersionsDialog = lazySoon(() => import('../versions/VersionsDialog').then((module) => ({ default: module.VersionsDialog })));
const RunNews = lazy(() => import('../notices/RunNews').then((module) => ({ default: module.RunNews })));
const Later = lazy(() => import('./Later').then((module) => ({ default: module.Later })));

/** The window: bar, rail, one view, status. Views other than the canvas are loaded when they are first opened. */
export function Shell(): ReactNode {
  const { view } = useRoute();
  const place = useFocusOfView();
  useRefusedRuns();
  useEndedRuns();
  return (
    <div className="shell">
      <AppBar />
      <Banners />
      <Rail />
      <div className="view" ref={place} tabIndex={-1}>
        <Boundary key={view}>
          <Suspense fallback={null}>{viewOf(view)}</Suspense>
        </Boundary>
      </div>
      <StatusBar />
      <ClosingDialog />
      <Quitting />
      <Overlays />
      <Toasts />
      <Boundary stopped={quiet}><Suspense fallback={null}><RunNews /></Suspense></Boundary>
    </div>
  );
}

/** Another view takes away what had the focus: it has it then, the canvas itself where that is shown. */
function useFocusOfView(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const { view, id } = useRoute();
  const last = useRef(`${view} ${id}`);
  useEffect(() => {
    if (last.current === `${view} ${id}`) return undefined;
    last.current = `${view} ${id}`;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      (place.current?.querySelector<HTMLElement>('.canvas[data-canvas]') ?? place.current)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [view, id]);
  return place;
}

function viewOf(view: View): ReactNode {
  if (view === 'canvas') return <CanvasView />;
  if (view === 'settings') return <SettingsView />;
  return view === 'runs' ? <RunsView /> : <Later view={view} />;
}

/** A dialog that could not be fetched, or broke: the rest stays as it is. */
function stopped(): void {
  hide();
  leave();
  toast({ tone: 'error', text: (t) => t('errors.part') });
}

/** The dialog that is open, if one is. */
function Overlays(): ReactNode {
  const shown = useOverlay((state) => state.shown);
  const isAsking = useAsked((state) => state.asked !== null);
  const isConflict = useSaving((state) => state.phase === 'conflict');
  if (shown === 'open') return <OpenDialog close={hide} />;
  return (
    <Boundary key={`${shown} ${isAsking} ${isConflict}`} stopped={stopped}>
      <Suspense fallback={null}>
        {isConflict && <ConflictDialog />}
        {isAsking && <QueueOnDialog />}
        {shown === 'versions' && <VersionsDialog close={hide} />}
        {shown === 'finder' && <Finder close={hide} />}
        {shown === 'shortcuts' && <Shortcuts close={hide} />}
      </Suspense>
    </Boundary>
  );
}
