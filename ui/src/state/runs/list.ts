/** How the list of runs is looked at: filter, order, groups, columns, selection. Kept while other views are open. */
import { create } from 'zustand';
import type { Run } from '../../api/types.gen';
import { kindOf, readColumns, toggled, type ColumnId } from './columns';
import { pressed, type Grouping } from './groups';
import { isLike, readViews, withView, type Look, type SavedView } from './views';

const KEYS = { metric: 'cdui.runs.metric', columns: 'cdui.runs.columns', views: 'cdui.runs.views' };
/** The order of arrival, the newest first. */
export const ARRIVAL = '-created_at';

interface RunsList extends Look {
  /** Groups whose runs are hidden. */
  closed: readonly string[];
  views: readonly SavedView[];
  selected: ReadonlySet<string>;
  /** Runs that were selected without having been in sight. */
  unseen: ReadonlyMap<string, Run>;
  /** Where the keyboard is, by line. id is null for a head, and for a row that has not been loaded. */
  focus: { index: number; id: string | null };
  /** Where a range begins that Shift selects. */
  anchor: number;

  type: (typed: string) => void;
  sortBy: (column: ColumnId, metric: string | null) => void;
  groupBy: (group: Grouping) => void;
  toggleGroup: (value: string) => void;
  showMetric: (metric: string) => void;
  toggleColumn: (column: ColumnId) => void;
  resetColumns: () => void;
  open: (view: Look) => void;
  keepView: (name: string) => void;
  dropView: (name: string) => void;
  select: (ids: Iterable<string>) => void;
  selectRuns: (runs: readonly Run[]) => void;
  toggle: (id: string, index: number) => void;
  focusOn: (index: number, id: string | null) => void;
}

/** Where one was in the list, in pixels. Beside the store: it changes with every frame, and nobody shows it. */
export const place = { scrollTop: 0 };

const TOP = { focus: { index: 0, id: null }, anchor: 0 };

export const useRunsList = create<RunsList>((set, get) => ({
  typed: '',
  sort: ARRIVAL,
  group: '',
  closed: [],
  columns: readColumns(parsed(KEYS.columns)),
  metric: read(KEYS.metric),
  views: readViews(parsed(KEYS.views)),
  selected: new Set(),
  unseen: new Map(),
  ...TOP,

  // another list: what is selected would be out of sight, and Delete would still mean it
  type: (typed) => {
    toTop();
    set({ typed, selected: new Set(), ...TOP });
  },
  sortBy: (column, metric) => {
    const { sort, isDown } = kindOf(column, metric);
    if (sort === null) return;
    toTop();
    set({ sort: nextSort(get().sort, sort, isDown === true), ...TOP });
  },
  groupBy: (group) => {
    toTop();
    set({ group, closed: [], ...TOP });
  },
  toggleGroup: (value) => set({ closed: pressed(get().closed, value) }),
  showMetric: (metric) => {
    keep(KEYS.metric, metric);
    const { sort, metric: before } = get();
    set({ metric, sort: before === null ? sort : sort.replace(`metric:${before}`, `metric:${metric}`) });
  },
  toggleColumn: (column) => {
    const columns = toggled(get().columns, column);
    keep(KEYS.columns, JSON.stringify(columns));
    set({ columns });
  },
  resetColumns: () => {
    keep(KEYS.columns, 'null');
    set({ columns: readColumns(null) });
  },
  open: ({ typed, sort, group, columns, metric }) => {
    toTop();
    set({ typed, sort, group, closed: [], columns, metric: metric ?? get().metric, selected: new Set(), ...TOP });
  },
  keepView: (name) => {
    const { typed, sort, group, columns, metric } = get();
    const views = withView(get().views, { name, typed, sort, group, columns, metric });
    keep(KEYS.views, JSON.stringify(views));
    set({ views });
  },
  dropView: (name) => {
    const views = get().views.filter((view) => view.name !== name);
    keep(KEYS.views, JSON.stringify(views));
    set({ views });
  },
  select: (ids) => set({ selected: new Set(ids) }),
  selectRuns: (runs) => set({ selected: new Set(runs.map((run) => run.id)), unseen: new Map(runs.map((run) => [run.id, run])) }),
  toggle: (id, index) => {
    const selected = new Set(get().selected);
    if (!selected.delete(id)) selected.add(id);
    set({ selected, anchor: index, focus: { index, id } });
  },
  focusOn: (index, id) => {
    const { focus } = get();
    if (focus.index !== index || focus.id !== id) set({ focus: { index, id } });
  },
}));

/** The view one looks through just now, if it is a kept one. */
export function viewOf(look: Look, views: readonly SavedView[]): SavedView | null {
  return views.find((view) => isLike(look, view)) ?? null;
}

/** A column's own order, then the other way round, then the order of arrival. isDown: its own order begins at the top. */
export function nextSort(sort: string, column: string, isDown: boolean): string {
  const [first, second] = isDown ? [`-${column}`, column] : [column, `-${column}`];
  if (sort === first) return second;
  return sort === second ? ARRIVAL : first;
}

/** Indices from one to the other, both included. */
export function between(one: number, other: number): number[] {
  const first = Math.min(one, other);
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, at) => first + at);
}

function toTop(): void {
  place.scrollTop = 0;
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // a browser that keeps nothing: it holds for this visit
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(read(key) ?? 'null');
  } catch {
    return null;
  }
}
