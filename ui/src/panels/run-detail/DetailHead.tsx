import { IconAlertTriangle, IconBookmark, IconBookmarkFilled, IconChevronRight, IconClock, IconPlayerStopFilled, IconServer2, IconStack2, IconTrash, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { graphOf } from '../../api/runParts';
import { cancelRuns, changeRun, deleteRuns, requeueRuns } from '../../api/runs';
import type { Run } from '../../api/types.gen';
import { useNeedsServer } from '../../parts/needsServer';
import { useNow } from '../../parts/now';
import { StatusWord } from '../../parts/StatusWord';
import { TwoPress } from '../../parts/TwoPress';
import { askAgain } from '../../state/queue/asked';
import { formOf } from '../../state/queue/form';
import { go, hashOf } from '../../state/route';
import { bytesText, clockText, durationMs, whenText } from '../../state/runs/figures';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { TagMenu } from '../runs/TagMenu';
import { deviceOf, reasonOf } from '../runs/cells';
import { RunName } from './RunName';

/** Name and state of a run, and what can be done about it. */
export function DetailHead({ run }: { run: Run }): ReactNode {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { disabled: isAway, title } = useNeedsServer();
  const keeping = title ?? t('run.keep');
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = (work: () => Promise<unknown>): void => {
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(sentenceOf(t, error)))
      .finally(() => {
        void client.invalidateQueries({ queryKey: ['run', run.id] });
        void client.invalidateQueries({ queryKey: ['runs'] });
      });
  };
  const change = (what: { name?: string | null; tags?: string[]; keep?: boolean }): void => attempt(() => changeRun(run.id, what));
  const reason = reasonOf(run);
  const one = [run];
  return (
    <header className="detail-head">
      <nav className="run-crumbs cap dim" aria-label={t('run.where')}>
        <a href={hashOf({ view: 'runs' })} data-testid="run-back">{t('runs.title')}</a>
        <IconChevronRight size={12} aria-hidden />
        <span className="cut">{run.graph_name || t('canvas.untitled')}</span>
        <IconChevronRight size={12} aria-hidden />
        <span className="mono">{run.id.slice(0, 8)}</span>
      </nav>
      <div className="title-line">
        <RunName run={run} rename={(name) => change({ name })} />
        <span role="status" data-testid="run-status" data-status={run.status}><StatusWord status={run.status} /></span>
        {run.tags.map((tag) => (
          <span key={tag} className="badge">
            {tag}
            <button type="button" className="untag" aria-label={t('run.untag', { tag })} disabled={isAway} title={title} onClick={() => change({ tags: run.tags.filter((one) => one !== tag) })}>
              <IconX size={12} aria-hidden />
            </button>
          </span>
        ))}
        <TagMenu runs={one} change={(tag, isOn) => change({ tags: [...run.tags.filter((other) => other !== tag), ...(isOn ? [tag] : [])] })} />
        <button type="button" className="btn icon small" aria-pressed={run.keep} aria-label={t('run.keep')} disabled={isAway} title={keeping} onClick={() => change({ keep: !run.keep })} data-testid="run-keep">
          {run.keep ? <IconBookmarkFilled size={14} aria-hidden /> : <IconBookmark size={14} aria-hidden />}
        </button>
        <span className="grow" />
        <Actions run={run} attempt={attempt} />
      </div>
      <Times run={run} />
      {reason && (
        <p className="detail-reason" data-status={run.status} data-testid="run-reason" data-error-code={run.error?.code}>
          <IconAlertTriangle size={16} aria-hidden />
          {reason}
        </p>
      )}
      {problem && <p className="problem" role="alert">{problem}</p>}
    </header>
  );
}

function Actions({ run, attempt }: { run: Run; attempt: (work: () => Promise<unknown>) => void }): ReactNode {
  const { t } = useTranslation();
  const needs = useNeedsServer();
  const again = async (): Promise<void> => {
    const [made] = await requeueRuns([run.id]);
    if (made) go({ view: 'runs', id: made, tab: 'log' });
  };
  const change = (): void =>
    attempt(async () => {
      const doc = await graphOf(run.id);
      const graph = run.options['graph_id'];
      if (doc) askAgain(doc, formOf(run), run.id, typeof graph === 'string' ? graph : null);
    });
  const remove = async (): Promise<void> => {
    await deleteRuns([run.id]);
    go({ view: 'runs' });
  };
  return (
    <>
      <a className="btn" href={hashOf({ view: 'runs', id: run.id, tab: 'graph' })} data-testid="run-open">{t('run.open')}</a>
      <button type="button" className="btn" {...needs} onClick={() => attempt(again)} data-testid="run-again">{t('runs.requeue')}</button>
      <button type="button" className="btn" {...needs} onClick={change} data-testid="run-change">{t('queue.again')}</button>
      {run.active ? (
        <button type="button" className="btn" {...needs} onClick={() => attempt(() => cancelRuns([run.id]))} data-testid="run-stop">
          <IconPlayerStopFilled size={12} aria-hidden />
          {t('bar.stop')}
        </button>
      ) : (
        <TwoPress
          label={<><IconTrash size={14} aria-hidden />{t('runs.delete')}</>}
          warning={t('runs.delete_warning', { count: 1 })}
          act={() => attempt(remove)}
          {...needs}
          testid="run-delete"
        />
      )}
    </>
  );
}

function Times({ run }: { run: Run }): ReactNode {
  const { t, i18n } = useTranslation();
  const nowMs = useNow(1000);
  const duration = durationMs(run, nowMs);
  const peak = Math.max(0, ...run.peak_memory.map((one) => Number(one['bytes']) || 0));
  return (
    <div className="times dim">
      <span><IconServer2 size={14} aria-hidden />{run.worker_id ?? t('runs.local')} · {deviceOf(run)}</span>
      <span>
        <IconClock size={14} aria-hidden />
        {duration === null ? t('run.made', { when: whenText(run.created_at, nowMs, i18n.language) }) : `${whenText(run.started_at, nowMs, i18n.language)} · ${clockText(duration)}`}
      </span>
      {run.queue_position !== null && <span>{t('run.position', { position: run.queue_position })}</span>}
      {peak > 0 && <span><IconStack2 size={14} aria-hidden />{t('run.peak', { size: bytesText(peak, i18n.language) })}</span>}
    </div>
  );
}
