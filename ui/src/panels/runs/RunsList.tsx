import { IconDownload, IconStack2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { lazy } from '../../parts/lazy';
import { address } from '../../api/http';
import { asked, STEP, useRows, type Listing, type Rows } from '../../api/runs';
import { useFacets, useSparks, type Spark } from '../../api/runSets';
import { useNow } from '../../parts/now';
import type { ColumnId } from '../../state/runs/columns';
import { useCompare } from '../../state/runs/compare';
import { parseFilter, type ParsedFilter } from '../../state/runs/filter';
import { GROUPINGS, type Grouping } from '../../state/runs/groups';
import { useRunsList } from '../../state/runs/list';
import { usualMetric, type Usual } from '../../state/runs/usual';
import { useSession } from '../../state/run/session';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { Meanwhile } from '../quit/Meanwhile';
import { ColumnsMenu } from './ColumnsMenu';
import { useRunCommands } from './commands';
import { FilterBox } from './FilterBox';
import { RunsSide } from './RunsSide';
import { RunsTable } from './RunsTable';
import { SelectionBar } from './SelectionBar';
import './runs.css';

const Compare = lazy(() => import('../compare/ComparePanel').then((module) => ({ default: module.ComparePanel })));
/** Columns of the list in the bottom panel, where there is less room. */
const FEW: readonly ColumnId[] = ['status', 'name', 'target', 'started', 'duration', 'metric', 'reason'];

/** Every run there is: kept views and counts at the side, a filter, the table, and what is compared below it. */
export function RunsList(): ReactNode {
  const { t } = useTranslation();
  const list = useList();
  const { rows, listing, names, metric } = list;
  const isComparing = useCompare((state) => state.isOpen);
  useRunCommands();
  return (
    <div className="runs" data-testid="view-runs">
      <RunsSide counts={rows.counts} />
      <main className="runs-main">
        <Meanwhile />
        <header className="runs-head">
          <h1>{t('runs.title')}</h1>
          <span className="dim" data-testid="runs-total">{t('runs.total', { count: rows.total })}</span>
          <span className="grow" />
          <MetricChoice names={names} metric={metric} />
        </header>
        <div className="runs-tools">
          <FilterBox />
          <GroupChoice />
          <ColumnsMenu names={names} metric={metric} />
          <span className="grow" />
          <a className="btn" href={address('/api/run-table', { ...asked({ ...listing, group: '', closed: [] }), metric: names.slice(0, MOST_IN_FILE) })} download data-testid="runs-csv">
            <IconDownload size={14} aria-hidden />
            {t('runs.csv')}
          </a>
        </div>
        {rows.error !== null && <p className="runs-told problem" role="alert">{sentenceOf(t, rows.error)}</p>}
        <div className="runs-body">
          <Body {...list} />
          <SelectionBar rows={rows} />
        </div>
        {isComparing && (
          <Suspense fallback={null}>
            <Compare isDrawer />
          </Suspense>
        )}
      </main>
    </div>
  );
}

/** The same list for a place beside something else: the filter and the table, with few columns. */
export function RunsDock(): ReactNode {
  const list = useList();
  return (
    <div className="runs-main dock" data-testid="runs-dock">
      <div className="runs-tools"><FilterBox /></div>
      <div className="runs-body">
        <Body {...list} columns={FEW} />
        <SelectionBar rows={list.rows} />
      </div>
    </div>
  );
}

/** Metrics that have a column in a file; an address has room for no more. */
const MOST_IN_FILE = 20;

interface List {
  rows: Rows;
  listing: Listing;
  filter: ParsedFilter;
  columns: readonly ColumnId[];
  metric: string | null;
  names: readonly string[];
  sparks: ReadonlyMap<string, Spark>;
  see: (first: number) => void;
}

function useList(): List {
  const { typed, sort, group, closed, metric, columns } = useRunsList(
    useShallow(({ typed, sort, group, closed, metric, columns }) => ({ typed, sort, group, closed, metric, columns })),
  );
  const filter = useParsed(useDeferredValue(typed));
  const listing = useMemo(() => ({ query: filter.query, sort, group, closed }), [filter, sort, group, closed]);
  const [from, setFrom] = useState(0);
  const see = useCallback((first: number) => setFrom(Math.floor(first / STEP) * STEP), []); // not with every frame one scrolls
  const rows = useRows(listing, from, filter.unknown === null);
  const near = useMemo(() => Array.from({ length: 3 * STEP }, (_, at) => rows.at(from + at)).filter((run) => run !== undefined), [rows.at, from]);
  const names = useMetricNames(near);
  const usual = useUsualMetric(near, listing);
  const shown = metric ?? usual;
  const sparks = useSparks(near, columns.includes('spark') ? shown : null);
  useNews();
  return { rows, listing, filter, columns, metric: shown, names, sparks, see };
}

function Body({ rows, listing, filter, columns, metric, sparks, see }: List): ReactNode {
  const { t } = useTranslation();
  const isFiltered = useRunsList((list) => list.typed.trim() !== '');
  const { tags } = useFacets();
  if (filter.unknown !== null) {
    const { key, typed } = filter.unknown;
    return <Told text={t(`runs.unknown_${key}`, { typed })} isFiltered testid="runs-none" />;
  }
  if (rows.total === 0 && rows.isPending) return <div className="runs-told dim">{rows.error === null && t('runs.loading')}</div>;
  if (rows.total === 0) {
    const { tag } = filter.query;
    const isNew = tag !== '' && !tags.some(({ value }) => value === tag);
    const text = isNew ? t('runs.no_such_tag', { tag }) : t(isFiltered ? 'runs.none' : 'runs.empty');
    return <Told text={text} isFiltered={isFiltered} testid={isFiltered ? 'runs-none' : 'runs-empty'} />;
  }
  return <RunsTable rows={rows} listing={listing} columns={columns} metric={metric} sparks={sparks} see={see} />;
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

function MetricChoice({ names, metric }: { names: readonly string[]; metric: string | null }): ReactNode {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  return (
    <label className="runs-metric">
      <span className="dim cap">{t('runs.metric')}</span>
      <select className="select" value={metric ?? ''} onChange={(event) => useRunsList.getState().showMetric(event.currentTarget.value)} data-testid="runs-metric">
        {[...new Set([...names, ...(metric ? [metric] : [])])].map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </label>
  );
}

function GroupChoice(): ReactNode {
  const { t } = useTranslation();
  const group = useRunsList((list) => list.group);
  return (
    <label className="runs-group">
      <IconStack2 size={14} aria-hidden className="dim" />
      <select className="select" aria-label={t('runs.group_by')} value={group} onChange={(event) => useRunsList.getState().groupBy(event.currentTarget.value as Grouping)} data-testid="runs-group">
        {GROUPINGS.map((one) => <option key={one} value={one}>{t(`runs.groups.${one || 'none'}`)}</option>)}
      </select>
    </label>
  );
}

function useParsed(typed: string): ParsedFilter {
  const { t, i18n } = useTranslation();
  const nowMs = useNow(60_000); // for `since:2h`
  return useMemo(
    () => parseFilter(typed, t('run_status', { returnObjects: true }) as Record<string, string>, nowMs),
    [typed, t, i18n.language, nowMs],
  );
}

/** The metrics of the runs around those in sight, and those seen before: a column must not vanish because one scrolls. */
function useMetricNames(near: readonly { final_metrics: Readonly<Record<string, number | null>> }[]): readonly string[] {
  const seen = useRef<readonly string[]>([]);
  return useMemo(() => {
    const now = new Set(seen.current);
    for (const { final_metrics } of near) for (const name of Object.keys(final_metrics)) now.add(name);
    if (now.size > seen.current.length) seen.current = [...now].slice(0, 200);
    return seen.current;
  }, [near]);
}

/** The metric of the list while the person has not chosen one. */
function useUsualMetric(near: readonly { final_metrics: Readonly<Record<string, number | null>> }[], { query, group }: Listing): string | null {
  const before = useRef<Usual>({ key: '', metric: null });
  const key = JSON.stringify([query, group]);
  return useMemo(() => {
    before.current = usualMetric(near.map((run) => run.final_metrics), key, before.current);
    return before.current.metric;
  }, [near, key]);
}

/** What the canvas runs shows here as soon as the socket tells of it, not at the next look. */
function useNews(): void {
  const client = useQueryClient();
  const phase = useSession((session) => session.picture?.phase);
  useEffect(() => void client.invalidateQueries({ queryKey: ['runs'] }), [client, phase]);
}
