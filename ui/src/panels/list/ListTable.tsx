import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, type MouseEvent, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { setOpen, useList } from '../../state/view/list';
import { useTranslation } from '../../words/words';
import { act, pressed } from './keys';
import { ListRow } from './ListRow';
import type { ListRows } from './rows';

const ROW = 34;
const HEAD = 32;

/** The rows, of which only those in sight are made. One stop of Tab; arrows go from row to row. */
export function ListTable({ list }: { list: ListRows }): ReactNode {
  const { t } = useTranslation();
  const { rows, doc, catalog } = list;
  const focus = useList((state) => state.focus);
  const editing = useList((state) => state.editing);
  const selected = useEditor((state) => state.selected);
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const last = useRef(0);
  const nodes = useMemo(() => new Map(doc.nodes.map((node) => [node.id, node])), [doc]);

  // a row that is gone leaves the focus to the one that came into its place
  const known = rows.findIndex((row) => row.key === focus);
  const focused = Math.max(0, Math.min(known >= 0 ? known : focus === null ? 0 : last.current, rows.length - 1));
  last.current = focused;

  const table = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    useFlushSync: false,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focused])].sort((one, other) => one - other),
  });

  const goTo = useCallback((index: number, how: 'alone' | 'too' | 'not' = 'alone') => {
    const row = rows[index];
    if (!row) return;
    useList.setState({ focus: row.key });
    const { selected: now, select } = useEditor.getState();
    if (how === 'alone') select([row.node.id]);
    else if (how === 'too') select([...now, row.node.id]);
    table.scrollToIndex(index);
    wantsFocus.current = true;
  }, [rows, table]);

  const wantsFocus = useRef(false);
  const key = rows[focused]?.key;
  const hadFocus = useRef(false);
  useEffect(() => {
    // after a move, when an edit is over, and when the row that had it is gone
    const isLost = hadFocus.current && (document.activeElement === document.body || document.activeElement === null);
    if ((!wantsFocus.current && !isLost) || editing !== null) return;
    wantsFocus.current = false;
    body.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus({ preventScroll: true });
  }, [key, editing, rows]);

  // what is selected elsewhere (a problem that was pressed) is shown here
  useEffect(() => {
    const [only] = selected;
    if (selected.size !== 1 || rows[focused]?.node.id === only) return;
    const index = rows.findIndex((row) => row.key === only);
    if (index < 0) return;
    useList.setState({ focus: rows[index]!.key });
    table.scrollToIndex(index);
  }, [selected]); // eslint-disable-line react-hooks/exhaustive-deps -- only a new selection moves the focus

  const press = (event: MouseEvent): void => {
    const index = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
    const row = rows[index];
    if (!row || (event.target as HTMLElement).closest('.editing, .field')) return;
    if ((event.target as HTMLElement).closest('[data-chevron]') && row.kind === 'node') setOpen(row.node.id, !row.isOpen);
    goTo(index, event.shiftKey || event.ctrlKey || event.metaKey ? 'too' : 'alone');
  };

  return (
    <div ref={scroller} className="list-table" role="treegrid" aria-label={t('view.list')} aria-rowcount={rows.length + 1} aria-colcount={5} aria-multiselectable data-testid="list-table">
      <div role="rowgroup" className="thead">
        <div role="row" className="tr head" aria-rowindex={1}>
          <span role="columnheader">{t('list.node')}</span>
          <span role="columnheader">{t('list.inputs')}</span>
          <span role="columnheader">{t('list.outputs')}</span>
          <span role="columnheader">{t('list.status')}</span>
          <span role="columnheader">{t('problems.title')}</span>
        </div>
      </div>
      <div
        ref={body}
        role="rowgroup"
        className="tbody"
        style={{ height: table.getTotalSize() }}
        onClick={press}
        onDoubleClick={(event) => {
          const row = rows[Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)];
          if (row && !(event.target as HTMLElement).closest('[data-chevron], .editing, .field')) act(row);
        }}
        onFocus={() => (hadFocus.current = true)}
        onBlur={(event) => {
          if (event.relatedTarget !== null) hadFocus.current = false;
        }}
        onKeyDown={(event) => {
          if (event.target instanceof HTMLInputElement) return;
          const range = table.range;
          const perPage = Math.max(1, (range?.endIndex ?? 1) - (range?.startIndex ?? 0) - 1);
          if (pressed(event, { rows, focused, perPage, goTo })) event.preventDefault();
        }}
      >
        {table.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row && (
            <ListRow
              key={row.key}
              row={row}
              index={index}
              top={start - HEAD}
              isFocused={index === focused}
              isSelected={row.kind === 'node' && selected.has(row.node.id)}
              isEditing={editing === row.key}
              catalog={catalog}
              nodes={nodes}
            />
          );
        })}
      </div>
    </div>
  );
}
