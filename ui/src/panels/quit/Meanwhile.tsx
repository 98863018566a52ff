import { IconPlugConnected, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ask } from '../../api/http';
import type { Run } from '../../api/types.gen';
import { StatusWord } from '../../parts/StatusWord';
import { forgetMeanwhile, spanText, useMeanwhile, type Left } from '../../state/quit/meanwhile';
import { hashOf } from '../../state/route';
import { useTranslation } from '../../words/words';
import './meanwhile.css';

const MOST_ROWS = 5;

/** What became of the runs that the last window left; gone once it was read. */
export function Meanwhile(): ReactNode {
  const left = useMeanwhile((state) => state.left);
  return left && <Banner left={left} />;
}

function Banner({ left }: { left: Left }): ReactNode {
  const { t, i18n } = useTranslation();
  const [closedMs] = useState(() => Date.now() - left.at_ms);
  const { data: runs } = useQuery({
    queryKey: ['meanwhile', left.runs],
    queryFn: ({ signal }) => found(left.runs.slice(0, MOST_ROWS), signal),
    refetchInterval: ({ state }) => (state.data?.some((run) => run.active) ? 2000 : false),
    retry: 0,
  });
  const count = left.runs.length;
  useEffect(() => {
    if (runs?.length === 0) forgetMeanwhile(); // all were deleted
  }, [runs]);
  return (
    <section className="meanwhile" aria-label={t(left.stopped ? 'quit.ended' : 'quit.kept', { count })} data-testid="meanwhile" data-count={count}>
      <header>
        <IconPlugConnected size={16} aria-hidden />
        <b>{t(left.stopped ? 'quit.ended' : 'quit.kept', { count })}</b>
        <span className="dim">{t('quit.since', { time: spanText(closedMs, i18n.language) })}</span>
        <span className="grow" />
        <button type="button" className="btn icon small" aria-label={t('quit.read')} title={t('quit.read')} onClick={forgetMeanwhile} data-testid="meanwhile-read"><IconX size={14} aria-hidden /></button>
      </header>
      <ul>
        {runs?.map((run) => (
          <li key={run.id} data-status={run.status}>
            <StatusWord status={run.status} />
            <b className="cut">{run.name || run.graph_name || run.id.slice(0, 8)}</b>
            <span className="cut dim">{run.worker_id ?? t('runs.local')} · {run.queue_key.split('/').at(-1)}</span>
            <a href={hashOf({ view: 'runs', id: run.id, tab: 'log' })}>{t(run.active ? 'quit.follow' : 'quit.open')}</a>
          </li>
        ))}
        {count > MOST_ROWS && <li className="dim">{t('quit.more', { count: count - MOST_ROWS })}</li>}
      </ul>
    </section>
  );
}

/** The runs of these ids that there still are. */
async function found(ids: readonly string[], signal: AbortSignal): Promise<Run[]> {
  const runs = await Promise.all(ids.map((id) => ask<Run>('GET', `/api/runs/${encodeURIComponent(id)}`, { signal }).catch(() => null)));
  return runs.filter((run) => run !== null);
}
