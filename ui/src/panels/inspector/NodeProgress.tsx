import type { ReactNode } from 'react';
import { useNow } from '../../parts/now';
import { clockText } from '../../state/runs/figures';
import { leftMs } from '../../state/run/progress';
import type { NodeState } from '../../state/run/reduce';
import { useTranslation } from '../../words/words';

/** How far a node is while it runs: epoch or item, batch, time taken and time left. */
export function NodeProgress({ state }: { state: NodeState }): ReactNode {
  return state.status === 'running' && state.progress !== undefined ? <Running state={state} /> : null;
}

function Running({ state }: { state: NodeState }): ReactNode {
  const { t } = useTranslation();
  const now = useNow(1000);
  const percent = Math.round((state.progress ?? 0) * 100);
  const left = leftMs(state, now);
  return (
    <div className="node-progress" data-testid="inspector-progress">
      <div className="row cap">
        <b>{state.items ? t('inspect.item_of', { at: state.items.done, all: state.items.total }) : t('inspect.epoch_of', { at: state.epoch, all: state.epochs })}</b>
        {state.batches !== undefined && <span className="dim">{t('inspect.batch_of', { at: state.batch, all: state.batches })}</span>}
        <span className="grow" />
        <span className="dim">
          {state.since !== undefined && clockText(now - state.since)}
          {left !== null && ` · ${t('inspect.left', { time: clockText(left) })}`}
        </span>
      </div>
      <div className="bar" role="progressbar" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} aria-label={t('inspect.progress')}>
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
