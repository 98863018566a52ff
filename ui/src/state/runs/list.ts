/** How the list of runs is looked at: filter, order, selection, where one was. Kept while other views are open. */
import { create } from 'zustand';
import type { Run } from '../../api/types.gen';

/** What the server sorts by; `-` before it is descending. */
export type SortColumn = 'status' | 'name' | 'graph_name' | 'queue_key' | 'started_at';

const METRIC_KEY = 'cdui.runs.metric';

interface RunsList {
  typed: string;
  /** `-created_at` is the order of arrival, the newest first. */
  sort: string;
  /** Name of the metric that has a column; null: the first there is. */
  metric: string | null;
  selected: ReadonlySet<string>;
  /** Runs that were selected without having been in sight. */
  unseen: ReadonlyMap<string, Run>;
  /** Where the keyboard is. id is null for a row that has not been loaded. */
  focus: { index: number; id: string | null };
  /** Where a range begins that Shift selects. */
  anchor: number;

  type: (typed: string) => void;
  sortBy: (column: SortColumn) => void;
  showMetric: (metric: string) => void;
  select: (ids: Iterable<string>) => void;
  selectRuns: (runs: readonly Run[]) => void;
  toggle: (id: string, index: number) => void;
  focusOn: (index: number, id: string | null) => void;
}

/** Where one was in the list, in pixels. Beside the store: it changes with every frame, and nobody shows it. */
export const place = { scrollTop: 0 };

export const useRunsList = create<RunsList>((set, get) => ({
  typed: '',
  sort: '-created_at',
  metric: kept(),
  selected: new Set(),
  unseen: new Map(),
  focus: { index: 0, id: null },
  anchor: 0,

  // another list: what is selected would be out of sight, and Delete would still mean it
  type: (typed) => {
    place.scrollTop = 0;
    set({ typed, selected: new Set(), focus: { index: 0, id: null }, anchor: 0 });
  },
  sortBy: (column) => {
    place.scrollTop = 0;
    set({ sort: nextSort(get().sort, column), focus: { index: 0, id: null }, anchor: 0 });
  },
  showMetric: (metric) => {
    try {
      localStorage.setItem(METRIC_KEY, metric);
    } catch {
      // a browser that keeps nothing: it holds for this visit
    }
    set({ metric });
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

/** A column's own order, then the other way round, then the order of arrival. */
export function nextSort(sort: string, column: SortColumn): string {
  const first = column === 'started_at' ? '-started_at' : column;
  const second = first.startsWith('-') ? column : `-${column}`;
  if (sort === first) return second;
  return sort === second ? '-created_at' : first;
}

/** Indices from one to the other, both included. */
export function between(one: number, other: number): number[] {
  const first = Math.min(one, other);
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, at) => first + at);
}

function kept(): string | null {
  try {
    return localStorage.getItem(METRIC_KEY);
  } catch {
    return null;
  }
}
