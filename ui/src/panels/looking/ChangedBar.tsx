import { IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { perform } from '../../state/commands/commands';
import { useConnection } from '../../state/connection';
import { useEditor } from '../../state/editor';
import { countChanges } from '../../state/run/changes';
import { isBusy, useSession } from '../../state/run/session';
import { useTranslation } from '../../words/words';
import './looking.css';

/** On the canvas, while what is seen of a run is of an older state of the graph: how much is another since, and the way to see it anew. */
export function ChangedBar(): ReactNode {
  const { t } = useTranslation();
  const root = useEditor((state) => state.root);
  const ran = useSession((state) => state.ran);
  const isGoing = useSession(isBusy);
  const isUp = useConnection((state) => state.link === 'up');
  const count = ran === null ? 0 : countChanges(ran, root);
  if (count === 0) return null;
  return (
    <div className="since float" role="status" data-testid="changed-bar" data-count={count}>
      <i className="since-dot" aria-hidden />
      <span>{t(isGoing ? 'looking.since_it_started' : 'looking.since_it_ran', { count })}</span>
      {!isGoing && (
        <button type="button" className="btn small" disabled={!isUp} title={isUp ? undefined : t('bar.needs_server')} onClick={() => perform('run.start')} data-testid="run-once-more">
          <IconPlayerPlayFilled size={12} aria-hidden />
          {t('looking.run_again')}
        </button>
      )}
    </div>
  );
}
