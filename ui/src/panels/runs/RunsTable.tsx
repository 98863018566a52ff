import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { ACTIVE, type Listing, type Rows } from '../../api/runs';
import type { Spark } from '../../api/runSets';
import { useNow } from '../../parts/now';
import { fitting, templateOf, type ColumnId } from '../../state/runs/columns';
import { colourOf, useCompare } from '../../state/runs/compare';
import { place, useRunsList } from '../../state/runs/list';
import { useTranslation } from '../../words/words';
import { GroupRow, RunRow } from './RunRow';
import { TableHead } from './TableHead';
import { useRunKeys } from './keys';
import { useSteadyScroll } from './steady';
import { useWords } from './words';

const ROW = 34;
const HEAD = 32;

interface Props {
  rows: Rows;
  listing: Listing;
  columns: readonly ColumnId[];
  metric: string | null;
  sparks: ReadonlyMap<string, Spark>;
  /** Told on which line what is in sight begins. */
  see: (first: number) => void;
}

/** The virtual table: a grid for a reader of screens, one tab stop, the keys of a list. */
export function RunsTable({ rows, listing, columns, metric, sparks, see }: Props): ReactNode {
  const { t } = useTranslation();
  const { selected, focus } = useRunsList(useShallow((list) => ({ selected: list.selected, focus: list.focus })));
  const compare = useCompare(useShallow(({ ids, isOpen, hovered }) => ({ ids: isOpen ? ids : NOBODY, hovered: isOpen ? hovered : null })));
  const hover = compare.ids.length > 0 ? useCompare.getState().hover : ignore;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const shown = useMemo(() => fitting(columns, width), [columns, width]);
  const nowMs = useNow(1000);
  const words = useWords();
  const { count } = rows.lines;
  const isThere = focus.id === null || rows.at(focus.index)?.id === focus.id;
  const known = isThere ? focus.index : rows.indexOf(focus.id!);
  const focused = Math.min(known >= 0 ? known : focus.index, count - 1);
  const table = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    initialOffset: place.scrollTop,
    useFlushSync: false,
    // the line that has the keyboard stays, wherever one scrolls
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focused])].sort((one, other) => one - other),
  });
  const first = table.range?.startIndex ?? 0;
  const last = table.range?.endIndex ?? 0;
  useEffect(() => see(first), [see, first]);
  useSteadyScroll(scroller, rows, first, ROW);
  const { onKeyDown, press } = useRunKeys({ rows, listing, focused, scroller, perPage: Math.max(1, last - first - 1), scrollTo: (index) => table.scrollToIndex(index) });
  return (
    <div
      ref={scroller}
      className="runs-table"
      role="grid"
      aria-label={t('runs.title')}
      aria-rowcount={count + 1}
      aria-multiselectable
      aria-busy={rows.isPending}
      data-testid="runs-table"
      style={{ '--columns': templateOf(shown) } as CSSProperties}
      onScroll={(event) => (place.scrollTop = event.currentTarget.scrollTop)}
    >
      <div role="rowgroup" className="thead">
        <TableHead listing={listing} total={rows.total} columns={shown} metric={metric} />
      </div>
      <div role="rowgroup" className="tbody" style={{ height: table.getTotalSize() }} onKeyDown={onKeyDown}>
        {table.getVirtualItems().map(({ index, start }) => {
          const line = { index, top: start - HEAD, isFocused: index === focused, press, words };
          const head = rows.lines.head(index);
          if (head) return <GroupRow key={index} head={head} group={listing.group} {...line} />;
          const run = rows.at(index);
          return (
            <RunRow
              key={index}
              {...line}
              run={run}
              isSelected={run !== undefined && selected.has(run.id)}
              isHovered={run !== undefined && compare.hovered === run.id}
              columns={shown}
              metric={metric}
              spark={run && sparks.get(run.id)}
              colour={run && colourOf(compare.ids, run.id)}
              nowMs={run && ACTIVE.includes(run.status) ? nowMs : 0}
              hover={hover}
            />
          );
        })}
      </div>
    </div>
  );
}

const NOBODY: readonly string[] = [];
const ignore = (): void => undefined;

/** Pixels that an element is wide; 0 before it was measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    setWidth(element.current.clientWidth);
    const watcher = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}
