/** Looks at the list that a person keeps under a name: filter, order, groups, columns. Pure. */
import { readColumns, type ColumnId } from './columns';
import { GROUPINGS, type Grouping } from './groups';

export interface Look {
  typed: string;
  sort: string;
  group: Grouping;
  columns: readonly ColumnId[];
  metric: string | null;
}

export interface SavedView extends Look {
  name: string;
}

export const MOST_VIEWS = 50;

/** Views as they are kept, read back; what is none is left out. */
export function readViews(kept: unknown): readonly SavedView[] {
  if (!Array.isArray(kept)) return [];
  const found = new Map<string, SavedView>();
  for (const one of kept as unknown[]) {
    const view = readView(one);
    if (view && !found.has(view.name)) found.set(view.name, view);
  }
  return [...found.values()].slice(0, MOST_VIEWS);
}

function readView(kept: unknown): SavedView | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { name, typed, sort, group, columns, metric } = kept as Record<string, unknown>;
  if (typeof name !== 'string' || name === '') return null;
  return {
    name,
    typed: typeof typed === 'string' ? typed : '',
    sort: typeof sort === 'string' ? sort : '-created_at',
    group: GROUPINGS.find((known) => known === group) ?? '',
    columns: readColumns(columns),
    metric: typeof metric === 'string' ? metric : null,
  };
}

/** With the view; one of the same name is replaced in its place. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const at = views.findIndex(({ name }) => name === view.name);
  return at < 0 ? [...views, view].slice(-MOST_VIEWS) : views.map((one, index) => (index === at ? view : one));
}

/** Whether one looks at the list through a view just now. */
export function isLike(look: Look, view: Look): boolean {
  const plain = ({ typed, sort, group, columns }: Look): string => JSON.stringify([typed.trim(), sort, group, columns]);
  return plain(look) === plain(view);
}
