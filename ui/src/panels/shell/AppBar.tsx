import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useConnection } from '../../state/connection';
import { useEditor } from '../../state/editor';
import { execute, isBusy, stop, useSession } from '../../state/run/session';
import { sentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { GraphMenu } from './GraphMenu';

const LINK = { up: 'bar.connected', connecting: 'bar.connecting', away: 'bar.away' } as const;

/** Name of the graph, Run and Stop, and whether the server is there. */
export function AppBar(): ReactNode {
  const { t } = useTranslation();
  const link = useConnection((state) => state.link);
  const [problem, setProblem] = useState<string | null>(null);
  const refused = useSession((state) => state.refused);
  const isEmpty = useEditor((state) => state.root.nodes.length === 0);
  const busy = useSession(isBusy);
  return (
    <header className="bar">
      <Mark />
      <GraphMenu tell={setProblem} />
      <span className="grow" />
      {(problem ?? refused) && (
        <span role="alert" className="wrong cut" data-testid="bar-problem" title={problem ?? sentence(t, refused!)}>
          {problem ?? sentence(t, refused!)}
        </span>
      )}
      <button
        type="button"
        className="btn primary"
        disabled={isEmpty || link !== 'up' || busy}
        onClick={() => {
          setProblem(null);
          execute(useEditor.getState().root);
        }}
        data-testid="run"
      >
        <IconPlayerPlayFilled size={12} aria-hidden />
        {t('bar.run')}
      </button>
      <button type="button" className="btn" disabled={!busy} onClick={stop} data-testid="stop">
        <IconPlayerStopFilled size={12} aria-hidden />
        {t('bar.stop')}
      </button>
      <span className="link cap" data-testid="link" data-status={link} role="status">
        <i className="dot" />
        {t(LINK[link])}
      </span>
    </header>
  );
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
