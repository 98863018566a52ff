import { IconSearch, IconX } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useShallow } from 'zustand/react/shallow';
import { STEP, useRows, type Rows } from '../../api/runs';
import { parseFilter, type ParsedFilter } from '../../state/runs/filter';
import { useRunsList } from '../../state/runs/list';
import { useSession } from '../../state/run/session';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { RunsSide } from './RunsSide';
import { RunsTable } from './RunsTable';
import { SelectionBar } from './SelectionBar';
import './runs.css';

/** Every run there is: how many of each status, a filter, and the table. */
export function RunsList(): ReactNode {
  const { t } = useTranslation();
  const { typed, sort, metric, showMetric } = useRunsList(useShallow(({ typed, sort, metric, showMetric }) => ({ typed, sort, metric, showMetric })));
  const filter = useParsed(useDeferredValue(typed));
  const [from, setFrom] = useState(0);
  const see = useCallback((first: number) => setFrom(Math.floor(first / STEP) * STEP), []); // not with every frame one scrolls
  const rows = useRows(filter.query, sort, from, filter.unknown === null);
  const names = useMetricNames(rows, from);
  const shownMetric = metric ?? names[0] ?? null;
  useNews();
  return (
    <div className="runs" data-testid="view-runs">
      <RunsSide counts={rows.counts} />
      <main className="runs-main">
        <header className="runs-head">
          <h1>{t('runs.title')}</h1>
          <span className="dim" data-testid="runs-total">{t('runs.total', { count: rows.total })}</span>
          <span className="grow" />
          {names.length > 0 && (
            <label className="runs-metric">
              <span className="dim cap">{t('runs.metric')}</span>
              <select className="select" value={shownMetric ?? ''} onChange={(event) => showMetric(event.currentTarget.value)} data-testid="runs-metric">
                {[...new Set([...names, ...(shownMetric ? [shownMetric] : [])])].map((name) => (
                  <option key={name} value={name}>{name}</option>
                ))}
              </select>
            </label>
          )}
        </header>
        <FilterBox />
        {rows.error !== null && <p className="runs-told problem" role="alert">{sentenceOf(t, rows.error)}</p>}
        <Body rows={rows} filter={filter} sort={sort} metric={shownMetric} see={see} />
        <SelectionBar rows={rows} />
      </main>
    </div>
  );
}

interface BodyProps {
  rows: Rows;
  filter: ParsedFilter;
  sort: string;
  metric: string | null;
  see: (first: number) => void;
}

function Body({ rows, filter, sort, metric, see }: BodyProps): ReactNode {
  const { t } = useTranslation();
  const isFiltered = useRunsList((list) => list.typed.trim() !== '');
  if (filter.unknown !== null) {
    return <Told text={t('runs.unknown_status', { typed: filter.unknown })} isFiltered testid="runs-none" />;
  }
  if (rows.total === 0 && rows.isPending) return <div className="runs-told dim">{rows.error === null && t('runs.loading')}</div>;
  if (rows.total === 0) {
    return <Told text={t(isFiltered ? 'runs.none' : 'runs.empty')} isFiltered={isFiltered} testid={isFiltered ? 'runs-none' : 'runs-empty'} />;
  }
  return <RunsTable rows={rows} query={filter.query} sort={sort} metric={metric} see={see} />;
}

function Told({ text, isFiltered, testid }: { text: string; isFiltered: boolean; testid: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="runs-told" data-testid={testid} role="status">
      <p className="dim">{text}</p>
      {isFiltered && (
        <button type="button" className="btn small" onClick={() => useRunsList.getState().type('')} data-testid="runs-clear">
          {t('runs.clear')}
        </button>
      )}
    </div>
  );
}

function FilterBox(): ReactNode {
  const { t } = useTranslation();
  const typed = useRunsList((list) => list.typed);
  const { type } = useRunsList.getState();
  return (
    <div className="runs-tools">
      <label className="field runs-filter">
        <IconSearch size={14} aria-hidden />
        <input
          value={typed}
          placeholder={t('runs.filter')}
          aria-label={t('runs.filter_label')}
          spellCheck={false}
          data-testid="runs-filter"
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') type('');
            if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.runs-table [tabindex="0"][role="row"]')?.focus();
          }}
        />
        {typed !== '' && (
          <button type="button" className="btn icon small" aria-label={t('runs.clear')} onClick={() => type('')}>
            <IconX size={14} aria-hidden />
          </button>
        )}
      </label>
    </div>
  );
}

function useParsed(typed: string): ParsedFilter {
  const { t, i18n } = useTranslation();
  return useMemo(
    () => parseFilter(typed, t('run_status', { returnObjects: true }) as Record<string, string>),
    [typed, t, i18n.language],
  );
}

/** The metrics of the rows around those in sight, and those seen before: a column must not vanish because one scrolls. */
function useMetricNames(rows: Rows, from: number): readonly string[] {
  const seen = useRef<readonly string[]>([]);
  return useMemo(() => {
    const now = new Set(seen.current);
    for (let index = from; index < from + 3 * STEP; index += 1) for (const name of Object.keys(rows.at(index)?.final_metrics ?? {})) now.add(name);
    if (now.size > seen.current.length) seen.current = [...now].slice(0, 200);
    return seen.current;
  }, [rows.at, from]);
}

/** What the canvas runs shows here as soon as the socket tells of it, not at the next look. */
function useNews(): void {
  const client = useQueryClient();
  const phase = useSession((session) => session.picture?.phase);
  useEffect(() => void client.invalidateQueries({ queryKey: ['runs'] }), [client, phase]);
}
