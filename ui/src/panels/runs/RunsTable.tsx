import { IconArrowDown, IconArrowUp, IconCheck, IconMinus } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { ACTIVE, allRuns, type Rows } from '../../api/runs';
import type { RunQuery } from '../../state/runs/filter';
import { place, useRunsList, type SortColumn } from '../../state/runs/list';
import { useTranslation } from '../../words/words';
import { useNow } from '../../parts/now';
import { RunRow } from './RunRow';
import { useRunKeys } from './keys';
import { useSteadyScroll } from './steady';
import { useWords } from './words';

const ROW = 34;
const HEAD = 32;

interface Props {
  rows: Rows;
  query: RunQuery;
  sort: string;
  metric: string | null;
  /** Told where the rows in sight begin. */
  see: (first: number) => void;
}

/** The virtual table: a grid for a reader of screens, one tab stop, the keys of a list. */
export function RunsTable({ rows, query, sort, metric, see }: Props): ReactNode {
  const { t } = useTranslation();
  const { selected, focus } = useRunsList(useShallow((list) => ({ selected: list.selected, focus: list.focus })));
  const scroller = useRef<HTMLDivElement>(null);
  const nowMs = useNow(1000);
  const words = useWords();
  const isThere = focus.id === null || rows.at(focus.index)?.id === focus.id;
  const known = isThere ? focus.index : rows.indexOf(focus.id!);
  const focused = Math.min(known >= 0 ? known : focus.index, rows.total - 1);
  const table = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    initialOffset: place.scrollTop,
    useFlushSync: false,
    // the row that has the keyboard stays, wherever one scrolls
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focused])].sort((one, other) => one - other),
  });
  const first = table.range?.startIndex ?? 0;
  const last = table.range?.endIndex ?? 0;
  useEffect(() => see(first), [see, first]);
  useSteadyScroll(scroller, rows, first, ROW);
  const { onKeyDown, press } = useRunKeys({ rows, query, sort, focused, scroller, perPage: Math.max(1, last - first - 1), scrollTo: (index) => table.scrollToIndex(index) });
  return (
    <div
      ref={scroller}
      className="runs-table"
      role="grid"
      aria-label={t('runs.title')}
      aria-rowcount={rows.total + 1}
      aria-multiselectable
      aria-busy={rows.isPending}
      data-testid="runs-table"
      onScroll={(event) => (place.scrollTop = event.currentTarget.scrollTop)}
    >
      <div role="rowgroup" className="thead">
        <Head rows={rows} query={query} sort={sort} metric={metric} />
      </div>
      <div role="rowgroup" className="tbody" style={{ height: table.getTotalSize() }} onKeyDown={onKeyDown}>
        {table.getVirtualItems().map(({ index, start }) => {
          const run = rows.at(index);
          return (
            <RunRow
              key={index}
              run={run}
              index={index}
              top={start - HEAD}
              isSelected={run !== undefined && selected.has(run.id)}
              isFocused={index === focused}
              metric={metric}
              nowMs={run && ACTIVE.includes(run.status) ? nowMs : 0}
              press={press}
              words={words}
            />
          );
        })}
      </div>
    </div>
  );
}

const Head = memo(function Head({ rows, query, sort, metric }: Omit<Props, 'see'>): ReactNode {
  const { t } = useTranslation();
  const selected = useRunsList((list) => list.selected);
  const { select, selectRuns } = useRunsList.getState();
  const state = selected.size === 0 ? 'false' : selected.size >= rows.total ? 'true' : 'mixed';
  return (
    <div role="row" className="tr head" aria-rowindex={1}>
      <span role="columnheader" className="c-check">
        <button
          type="button"
          role="checkbox"
          className={selected.size > 0 ? 'check on' : 'check'}
          aria-checked={state}
          aria-label={t('runs.select_all')}
          data-testid="runs-select-all"
          onClick={() => (selected.size > 0 ? select([]) : void allRuns(query, sort).then(selectRuns, () => undefined))}
        >
          {state === 'true' && <IconCheck size={12} stroke={3} aria-hidden />}
          {state === 'mixed' && <IconMinus size={12} stroke={3} aria-hidden />}
        </button>
      </span>
      <Sorted column="status" sort={sort} label={t('runs.status')} />
      <Sorted column="name" sort={sort} label={t('runs.name')} />
      <Sorted column="graph_name" sort={sort} label={t('runs.graph')} className="c-graph" />
      <Sorted column="queue_key" sort={sort} label={t('runs.target')} />
      <Sorted column="started_at" sort={sort} label={t('runs.started')} />
      <span role="columnheader" className="num">{t('runs.duration')}</span>
      <span role="columnheader" className="num cut c-metric" title={metric ?? undefined}>{metric ?? t('runs.metric')}</span>
      <span role="columnheader" className="num c-peak">{t('runs.peak')}</span>
      <span role="columnheader">{t('runs.reason')}</span>
    </div>
  );
});

function Sorted({ column, sort, label, className }: { column: SortColumn; sort: string; label: string; className?: string }): ReactNode {
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  return (
    <span role="columnheader" aria-sort={order} className={className}>
      <button type="button" className="sorter" onClick={() => useRunsList.getState().sortBy(column)} data-testid={`runs-sort-${column}`}>
        {label}
        {order === 'ascending' && <IconArrowUp size={12} aria-hidden />}
        {order === 'descending' && <IconArrowDown size={12} aria-hidden />}
      </button>
    </span>
  );
}
