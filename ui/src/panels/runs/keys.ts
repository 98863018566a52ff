import { useCallback, useEffect, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { allRuns, type Listing, type Rows } from '../../api/runs';
import { go } from '../../state/route';
import { between, useRunsList } from '../../state/runs/list';

interface Given {
  rows: Rows;
  listing: Listing;
  focused: number;
  scroller: RefObject<HTMLElement | null>;
  perPage: number;
  scrollTo: (index: number) => void;
}

interface Keys {
  onKeyDown: (event: KeyboardEvent) => void;
  press: (index: number, event: MouseEvent) => void;
}

const TOGGLES = ['Enter', ' '];

/** Keyboard and mouse of the table: arrows move, Space and Ctrl select, Shift selects from where one was, Enter opens. */
export function useRunKeys(given: Given): Keys {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const { rows, focused, scroller } = given;
  const isOwed = useRef(false); // the keyboard goes to a row that is not there before the next drawing

  // the row of a run keeps the keyboard when runs come in above it, and when a blank row gets its run
  useEffect(() => {
    const id = rows.at(focused)?.id ?? null;
    const { focus, focusOn } = useRunsList.getState();
    const active = document.activeElement;
    const isOnRow = active instanceof HTMLElement && active.matches('.runs-table [role="row"]');
    // the first row belongs to no run before somebody was there: the keyboard comes to the newest
    const isNowKnown = focus.id === null && id !== null && (isOnRow || isOwed.current);
    if (focused >= 0 && (focus.index !== focused || isNowKnown)) focusOn(focused, focus.id ?? id);
    const isElsewhere = isOnRow && Number(active.dataset['index']) !== focused;
    const row = isElsewhere || isOwed.current ? rowAt(scroller.current, focused) : null;
    if (row) {
      isOwed.current = false;
      row.focus({ preventScroll: true });
    }
  });

  const move = useCallback((to: number, isRange: boolean) => {
    const { rows, scrollTo } = latest.current;
    const index = Math.max(0, Math.min(to, rows.lines.count - 1));
    scrollTo(index);
    const list = useRunsList.getState();
    if (isRange) selectRange(rows, list.anchor, index);
    else useRunsList.setState({ anchor: index });
    isOwed.current = index !== latest.current.focused;
    list.focusOn(index, rows.at(index)?.id ?? null);
  }, []);

  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const { rows, listing, focused, perPage } = latest.current;
    const head = rows.lines.head(focused);
    const list = useRunsList.getState();
    const run = rows.at(focused);
    const steps: Record<string, number> = {
      ArrowDown: focused + 1, ArrowUp: focused - 1, PageDown: focused + perPage, PageUp: focused - perPage, Home: 0, End: rows.lines.count - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) move(to, event.shiftKey);
    else if (head && (TOGGLES.includes(event.key) || event.key === (head.isClosed ? 'ArrowRight' : 'ArrowLeft'))) list.toggleGroup(head.value);
    else if (event.key === ' ' && run) list.toggle(run.id, focused);
    else if (event.key === 'Enter' && run) go({ view: 'runs', id: run.id, tab: 'log' });
    else if (event.key === 'Escape') list.select([]);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      void allRuns(listing).then(list.selectRuns, () => undefined);
    } else if (event.key === 'Delete' && list.selected.size > 0) document.querySelector<HTMLElement>('[data-testid="runs-delete"]')?.focus();
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-testid="runs-filter"]')?.focus();
    else return;
    event.preventDefault();
  }, [move]);

  const press = useCallback((index: number, event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const { rows } = latest.current;
    const run = rows.at(index);
    const list = useRunsList.getState();
    const head = rows.lines.head(index);
    if (head) {
      list.toggleGroup(head.value);
      list.focusOn(index, null);
      rowAt(latest.current.scroller.current, index)?.focus({ preventScroll: true });
    }
    if (!run || (target.closest('a') && !event.shiftKey)) return;
    if (target.closest('a')) event.preventDefault();
    if (event.shiftKey) {
      selectRange(latest.current.rows, list.anchor, index);
      list.focusOn(index, run.id);
    } else if (event.ctrlKey || event.metaKey || target.closest('[data-check]')) list.toggle(run.id, index);
    else {
      useRunsList.setState({ anchor: index });
      list.focusOn(index, run.id);
    }
    rowAt(latest.current.scroller.current, index)?.focus({ preventScroll: true });
  }, []);

  return { onKeyDown, press };
}

/** Selects those of a range that are loaded, beside what is selected already. */
function selectRange(rows: Rows, from: number, to: number): void {
  const list = useRunsList.getState();
  const ids = between(from, to).map((index) => rows.at(index)?.id);
  list.select([...list.selected, ...ids.filter((id): id is string => id !== undefined)]);
}

function rowAt(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[role="row"][data-index="${index}"]`) ?? null;
}
