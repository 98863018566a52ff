import { IconLayoutSidebarRight, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { perform } from '../../state/commands/commands';
import { useConnection } from '../../state/connection';
import { useEditor } from '../../state/editor';
import { toggleDrawer, usePanels } from '../../state/panels';
import { isBusy, useSession } from '../../state/run/session';
import { dismiss, toast } from '../../state/toasts';
import { sentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { FilePicker } from './FilePicker';
import { GraphTabs } from './GraphTabs';
import { MenuBar } from './MenuBar';
import { useLongAway } from './useLongAway';

/** Menus, the graph that is open, Run and Stop, and whether the server is there. */
export function AppBar(): ReactNode {
  const { t } = useTranslation();
  const link = useConnection((state) => state.link);
  const isEmpty = useEditor((state) => state.root.nodes.length === 0);
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  const busy = useSession(isBusy);
  const isGone = useLongAway();
  const isDrawerOpen = usePanels((state) => state.isDrawerOpen);
  return (
    <header className="bar">
      <Mark />
      <MenuBar />
      <GraphTabs />
      <FilePicker />
      <span className="grow" />
      <button
        type="button" className="btn primary" disabled={isEmpty || isReadOnly || link !== 'up' || busy} onClick={() => perform('run.start')}
        title={link !== 'up' ? t('bar.needs_server') : isReadOnly ? t('looking.no_run') : undefined} data-testid="run"
      >
        <IconPlayerPlayFilled size={12} aria-hidden />
        {t('bar.run')}
      </button>
      <button
        type="button" className="btn" disabled={!busy || link !== 'up'} onClick={() => perform('run.stop')}
        title={link === 'up' ? undefined : t('bar.needs_server')} data-testid="stop"
      >
        <IconPlayerStopFilled size={12} aria-hidden />
        {t('bar.stop')}
      </button>
      <button
        type="button" className="btn" disabled={isEmpty || link !== 'up'} onClick={() => perform('run.queue_on')}
        title={link === 'up' ? undefined : t('bar.needs_server')} data-testid="queue-on"
      >
        {t('bar.queue')}
      </button>
      <button
        type="button" className="btn icon drawer-toggle" aria-label={t('panel.drawer')} title={t('panel.drawer')} aria-pressed={isDrawerOpen} onClick={toggleDrawer}
        data-testid="drawer-toggle"
      >
        <IconLayoutSidebarRight size={16} aria-hidden />
      </button>
      <span className="link cap" data-testid="link" data-status={link} role="status">
        <i className="dot" />
        {t(link === 'up' ? 'bar.connected' : link === 'connecting' && !isGone ? 'bar.connecting' : 'bar.away')}
      </span>
    </header>
  );
}

/** Why the server would not run what it was asked to run, as an answer to that. */
export function useRefusedRuns(): void {
  const refused = useSession((state) => state.refused);
  useEffect(() => {
    if (!refused) return undefined;
    const id = toast({ tone: 'error', text: (t) => sentence(t, refused) });
    return () => dismiss(id); // another run, or another graph
  }, [refused]);
}

/** The product's sign. */
function Mark(): ReactNode {
  return (
    <span className="mark" aria-hidden>
      <svg width="22" height="22" viewBox="0 0 22 22" fill="none" stroke="currentColor" strokeWidth="1.8">
        <path d="M8 5.5h6M6 8v6M8 16.5h6" opacity=".55" />
        <circle cx="5.5" cy="5.5" r="2.6" fill="currentColor" stroke="none" />
        <rect x="14" y="3" width="5" height="5" rx="1" fill="currentColor" stroke="none" />
        <circle cx="5.5" cy="16.5" r="2.6" />
        <rect x="14" y="14" width="5" height="5" rx="1" />
      </svg>
    </span>
  );
}
