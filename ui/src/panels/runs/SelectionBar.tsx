import { IconBookmark, IconChartLine, IconPlayerStopFilled, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ACTIVE, cancelRuns, changeRun, deleteRuns, requeueRuns, type Rows } from '../../api/runs';
import type { Run } from '../../api/types.gen';
import { useNeedsServer } from '../../parts/needsServer';
import { TwoPress } from '../../parts/TwoPress';
import { go, parseRoute } from '../../state/route';
import { MOST_COMPARED, useCompare } from '../../state/runs/compare';
import { useRunsList } from '../../state/runs/list';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { TagMenu } from './TagMenu';

/** What can be done about the runs that are selected; there only while some are. */
export function SelectionBar({ rows }: { rows: Rows }): ReactNode {
  const { t } = useTranslation();
  const client = useQueryClient();
  const selected = useRunsList((list) => list.selected);
  const { select } = useRunsList.getState();
  const runs = useSelectedRuns(rows, selected);
  const [isBusy, setBusy] = useState(false);
  const { disabled: isAway, title } = useNeedsServer();
  const [problem, setProblem] = useState<string | null>(null);
  if (selected.size === 0) return null;

  const active = runs.filter((run) => ACTIVE.includes(run.status));
  const ended = runs.filter((run) => !ACTIVE.includes(run.status));
  const isKept = runs.length > 0 && runs.every((run) => run.keep);
  const attempt = (work: () => Promise<unknown>): void => {
    setBusy(true);
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(sentenceOf(t, error)))
      .finally(() => {
        setBusy(false);
        void client.invalidateQueries({ queryKey: ['runs'] });
      });
  };
  const remove = async (): Promise<void> => {
    await deleteRuns(ended.map((run) => run.id));
    select(active.map((run) => run.id));
    document.querySelector<HTMLElement>('.runs-table [role="row"][tabindex="0"]')?.focus();
  };
  const tag = async (name: string, isOn: boolean): Promise<void> => {
    for (const run of runs) {
      const others = run.tags.filter((one) => one !== name);
      if (run.tags.includes(name) !== isOn) await changeRun(run.id, { tags: isOn ? [...others, name] : others });
    }
  };
  const compared = Math.min(selected.size, MOST_COMPARED);
  return (
    <div className="selection float" role="toolbar" aria-label={t('runs.selected', { count: selected.size })} aria-busy={isBusy} data-testid="runs-selection">
      <b className="count-of">{t('runs.selected', { count: selected.size })}</b>
      {selected.size > 1 && (
        <button
          type="button"
          className="btn primary small"
          title={selected.size > MOST_COMPARED ? t('compare.most', { count: MOST_COMPARED }) : undefined}
          onClick={() => compare([...selected].slice(0, MOST_COMPARED))}
          data-testid="runs-compare"
        >
          <IconChartLine size={14} aria-hidden />
          {t('compare.press', { count: compared })}
        </button>
      )}
      {active.length > 0 && (
        <button type="button" className="btn bare small" disabled={isBusy || isAway} title={title} onClick={() => attempt(() => cancelRuns(active.map((run) => run.id)))} data-testid="runs-stop">
          <IconPlayerStopFilled size={12} aria-hidden />
          {t('runs.stop', { count: active.length })}
        </button>
      )}
      <button type="button" className="btn bare small" disabled={isBusy || isAway} title={title} onClick={() => attempt(() => requeueRuns([...selected]))} data-testid="runs-requeue">
        <IconRefresh size={14} aria-hidden />
        {t('runs.requeue')}
      </button>
      <TagMenu isUp runs={runs} change={(name, isOn) => attempt(() => tag(name, isOn))} />
      <button
        type="button"
        className="btn bare small"
        disabled={isBusy || isAway} title={title}
        onClick={() => attempt(() => Promise.all(runs.map((run) => changeRun(run.id, { keep: !isKept }))))}
        data-testid="runs-keep"
      >
        <IconBookmark size={14} aria-hidden />
        {t(isKept ? 'runs.unkeep' : 'runs.keep')}
      </button>
      {ended.length > 0 && (
        <TwoPress
          className="bare small"
          label={<><IconTrash size={14} aria-hidden />{t('runs.delete')}</>}
          warning={[t('runs.delete_warning', { count: ended.length }), active.length > 0 ? t('runs.delete_spares', { count: active.length }) : ''].join(' ').trim()}
          act={() => attempt(remove)}
          disabled={isAway}
          title={title}
          testid="runs-delete"
        />
      )}
      <button type="button" className="btn icon small" aria-label={t('runs.unselect')} onClick={() => select([])}>
        <IconX size={14} aria-hidden />
      </button>
      {problem && <p className="problem" role="alert">{problem}</p>}
    </div>
  );
}

/** Below the list; where the list is only at the foot of something else, in the view of its own. */
function compare(ids: readonly string[]): void {
  useCompare.getState().open(ids);
  if (parseRoute(location.hash).view !== 'runs') go({ view: 'runs', id: 'compare', tab: ids.join(',') });
}

/** The rows of what is selected, as they were last seen: one may have scrolled away from them. */
function useSelectedRuns(rows: Rows, selected: ReadonlySet<string>): Run[] {
  const unseen = useRunsList((list) => list.unseen);
  const seen = useRef(new Map<string, Run>());
  for (const id of selected) {
    const run = rows.at(rows.indexOf(id));
    if (run) seen.current.set(id, run);
  }
  useEffect(() => {
    if (selected.size === 0) seen.current.clear();
  }, [selected]);
  return [...selected].map((id) => seen.current.get(id) ?? unseen.get(id)).filter((run): run is Run => run !== undefined);
}
