import { IconBookmarkFilled, IconCheck } from '@tabler/icons-react';
import { memo, type MouseEvent, type ReactNode } from 'react';
import type { Run } from '../../api/types.gen';
import { StatusMark } from '../../parts/StatusWord';
import { hashOf } from '../../state/route';
import { bytesText, clockText, durationMs, metricText, whenText } from '../../state/runs/figures';
import type { Words } from './words';

interface Props {
  run: Run | undefined;
  index: number;
  top: number;
  isSelected: boolean;
  isFocused: boolean;
  metric: string | null;
  /** Of now for a run that goes on; the same forever for one that has ended, so that its row is left alone. */
  nowMs: number;
  press: (index: number, event: MouseEvent) => void;
  words: Words;
}

/** One run of the table; a blank one until it is loaded. */
export const RunRow = memo(function RunRow({ run, index, top, isSelected, isFocused, metric, nowMs, press, words }: Props): ReactNode {
  return (
    <div
      role="row"
      className="tr"
      style={{ transform: `translateY(${top}px)` }}
      tabIndex={isFocused ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-status={run?.status}
      data-testid={run && `run-row-${run.id}`}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()} // no text is selected
      onClick={(event) => press(index, event)}
    >
      {run ? <Cells run={run} isSelected={isSelected} metric={metric} nowMs={nowMs} words={words} /> : <span role="gridcell" className="blank" />}
    </div>
  );
});

function Cells({ run, isSelected, metric, nowMs, words }: { run: Run; isSelected: boolean; metric: string | null; nowMs: number; words: Words }): ReactNode {
  const { t, language } = words;
  const duration = durationMs(run, nowMs);
  const peak = Math.max(0, ...run.peak_memory.map((one) => Number(one['bytes']) || 0));
  return (
    <>
      <span role="gridcell" className="c-check" data-check>
        <i className={isSelected ? 'check on' : 'check'} aria-hidden>{isSelected && <IconCheck size={12} stroke={3} />}</i>
      </span>
      <span role="gridcell" className="c-status"><StatusMark status={run.status} word={words.status[run.status] ?? run.status} /></span>
      <span role="gridcell" className="c-name">
        <a className="cut" href={hashOf({ view: 'runs', id: run.id, tab: 'log' })} tabIndex={-1} draggable={false}>{nameOf(run)}</a>
        {run.keep && <IconBookmarkFilled size={12} className="dim" aria-label={t('runs.kept')} />}
        {run.tags.slice(0, 2).map((tag) => <span key={tag} className="badge cut">{tag}</span>)}
      </span>
      <span role="gridcell" className="cut dim c-graph">{run.graph_name || '–'}</span>
      <span role="gridcell" className="cut">{run.worker_id ?? t('runs.local')}<span className="dim"> · {deviceOf(run)}</span></span>
      <span role="gridcell" className="cut dim">{whenText(run.started_at, nowMs || Date.now(), language)}</span>
      <span role="gridcell" className="num">{duration === null ? '–' : clockText(duration)}</span>
      <span role="gridcell" className="num c-metric">{metricText(metric === null ? null : run.final_metrics[metric], language)}</span>
      <span role="gridcell" className="num dim c-peak">{peak > 0 ? bytesText(peak, language) : '–'}</span>
      <span role="gridcell" className="c-reason" title={reasonOf(run)}>{reasonOf(run)}</span>
    </>
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
