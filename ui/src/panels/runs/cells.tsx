import { IconBookmarkFilled } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Spark as Values } from '../../api/runSets';
import type { Run } from '../../api/types.gen';
import { StatusMark } from '../../parts/StatusWord';
import { hashOf } from '../../state/route';
import { isMetric, metricOf, type ColumnId } from '../../state/runs/columns';
import { bytesText, clockText, durationMs, metricText, whenText } from '../../state/runs/figures';
import { cause } from '../../words/cause';
import { Spark } from './Spark';
import type { Words } from './words';

export interface CellGiven {
  metric: string | null;
  spark: Values | undefined;
  /** Of its curves in a comparison. */
  colour: string | undefined;
  nowMs: number;
  words: Words;
}

/** One cell of a run's row. No component: a table that is scrolled makes thousands of them a second. */
export function cellOf(run: Run, column: ColumnId, given: CellGiven): ReactNode {
  const { metric, nowMs, words } = given;
  const { t, language } = words;
  if (column === 'metric' || isMetric(column)) {
    const name = metricOf(column, metric);
    return <span key={column} role="gridcell" className="num strong">{metricText(name === null ? null : run.final_metrics[name], language)}</span>;
  }
  const when = (iso: string | null): ReactNode => <span key={column} role="gridcell" className="cut dim">{whenText(iso, nowMs || Date.now(), language)}</span>;
  switch (column) {
    case 'status':
      return <span key={column} role="gridcell" className="c-status"><StatusMark status={run.status} word={words.status[run.status] ?? run.status} /></span>;
    case 'name':
      return nameCell(run, given);
    case 'graph':
      return <span key={column} role="gridcell" className="cut dim">{run.graph_name || '–'}</span>;
    case 'target':
      return <span key={column} role="gridcell" className="cut">{run.worker_id ?? t('runs.local')}<span className="dim"> · {deviceOf(run)}</span></span>;
    case 'created':
      return when(run.created_at);
    case 'started':
      return when(run.started_at);
    case 'finished':
      return when(run.finished_at);
    case 'duration': {
      const duration = durationMs(run, nowMs);
      return <span key={column} role="gridcell" className="num">{duration === null ? '–' : clockText(duration)}</span>;
    }
    case 'spark':
      return <span key={column} role="gridcell" className="c-spark"><Spark values={given.spark} colour={given.colour} /></span>;
    case 'peak': {
      const peak = peakBytes(run);
      return <span key={column} role="gridcell" className="num dim">{peak > 0 ? bytesText(peak, language) : '–'}</span>;
    }
    case 'seed':
      return <span key={column} role="gridcell" className="num dim cut">{String(run.options['seed'] ?? '–')}</span>;
    case 'tags':
      return <span key={column} role="gridcell" className="c-tags">{run.tags.map((tag) => <span key={tag} className="badge cut">{tag}</span>)}</span>;
    case 'id':
      return <span key={column} role="gridcell" className="mono dim cut">{run.id.slice(0, 8)}</span>;
    case 'reason':
      return <span key={column} role="gridcell" className="c-reason" title={reasonOf(run)}>{briefReason(t, run)}</span>;
  }
}

function nameCell(run: Run, { colour, words }: CellGiven): ReactNode {
  return (
    <span key="name" role="gridcell" className="c-name">
      {colour && <i className="square" style={{ background: colour }} aria-hidden />}
      <a className="cut" href={hashOf({ view: 'runs', id: run.id, tab: 'log' })} tabIndex={-1} draggable={false}>{nameOf(run)}</a>
      {run.keep && <IconBookmarkFilled size={12} className="dim" aria-label={words.t('runs.kept')} />}
      {run.tags.slice(0, 2).map((tag) => <span key={tag} className="badge cut">{tag}</span>)}
    </span>
  );
}

/** What a run is called: its own name, that of its graph, or the beginning of its id. */
export function nameOf(run: Run): string {
  return run.name || run.graph_name || run.id.slice(0, 8);
}

/** The device whose queue it is in; the part behind the machine's name. */
export function deviceOf(run: Run): string {
  return run.queue_key.split('/').at(-1) ?? run.queue_key;
}

/** Why it failed, or why it waits, as a sentence in the reader's language; empty for the rest. */
export function reasonOf(run: Run): string {
  return run.error?.text ?? run.queue_reason?.text ?? '';
}

/** The same for a narrow place: the type of the node that failed, and what it raised. */
function briefReason(t: TFunction, run: Run): string {
  const known = run.error && cause(t, run.error);
  return known ? [known.node, known.what].filter(Boolean).join(': ') : reasonOf(run);
}

/** The most memory that it had on one device; 0 where nobody looked. */
export function peakBytes(run: Run): number {
  return Math.max(0, ...run.peak_memory.map((one) => Number(one['bytes']) || 0));
}
