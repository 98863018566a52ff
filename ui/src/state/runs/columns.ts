/** Columns of the table of runs: which there are, how wide they are, by what they are sorted. Pure. */

export const PLAIN = [
  'status', 'name', 'graph', 'target', 'created', 'started', 'finished', 'duration', 'metric', 'spark', 'peak', 'seed', 'tags', 'id', 'reason',
] as const;
type Plain = (typeof PLAIN)[number];

/** `metric:NAME` is the last value of a metric beside the chosen one. */
export type ColumnId = Plain | `metric:${string}`;

export const DEFAULT_COLUMNS: readonly ColumnId[] = ['status', 'name', 'graph', 'target', 'started', 'duration', 'metric', 'spark', 'peak', 'reason'];
export const MOST_COLUMNS = 12;

interface Kind {
  /** Pixels; 0 takes what is left. */
  width: number;
  /** What the server sorts by; null where it does not. */
  sort: string | null;
  /** Largest or latest first when one sorts by it. */
  isDown?: boolean;
  isNumber?: boolean;
  /** The larger, the sooner it leaves a narrow window; those without stay. */
  gives?: number;
}

const KINDS: Record<Plain, Kind> = {
  status: { width: 112, sort: 'status' },
  name: { width: 152, sort: 'name' },
  graph: { width: 88, sort: 'graph_name', gives: 8 },
  target: { width: 96, sort: 'queue_key', gives: 3 },
  created: { width: 80, sort: 'created_at', isDown: true, gives: 5 },
  started: { width: 72, sort: 'started_at', isDown: true, gives: 2 },
  finished: { width: 80, sort: 'finished_at', isDown: true, gives: 5 },
  duration: { width: 64, sort: 'duration', isDown: true, isNumber: true, gives: 1 },
  metric: { width: 72, sort: 'metric', isDown: true, isNumber: true },
  spark: { width: 48, sort: null, gives: 7 },
  peak: { width: 64, sort: null, isNumber: true, gives: 9 },
  seed: { width: 72, sort: null, isNumber: true, gives: 6 },
  tags: { width: 136, sort: null, gives: 4 },
  id: { width: 72, sort: null, gives: 10 },
  reason: { width: 0, sort: null },
};

/** What is known of a column. metric: the chosen one. */
export function kindOf(column: ColumnId, metric: string | null): Kind {
  if (isMetric(column)) return { width: 80, sort: column, isDown: true, isNumber: true, gives: 6 };
  if (column === 'metric') return { ...KINDS.metric, sort: metric === null ? null : `metric:${metric}` };
  return KINDS[column];
}

export function isMetric(column: ColumnId): column is `metric:${string}` {
  return column.startsWith('metric:');
}

/** The metric that a column shows. */
export function metricOf(column: ColumnId, metric: string | null): string | null {
  return isMetric(column) ? column.slice('metric:'.length) : metric;
}

/** Columns as they are kept, read back: known ones, each once, with status and name, MOST_COLUMNS at most. */
export function readColumns(kept: unknown): readonly ColumnId[] {
  if (!Array.isArray(kept)) return DEFAULT_COLUMNS;
  const known = new Set<string>(PLAIN);
  const found = kept.filter((one): one is ColumnId => typeof one === 'string' && (known.has(one) || (one.startsWith('metric:') && one.length > 7)));
  return ordered([...new Set<ColumnId>(['status', 'name', ...found])].slice(0, MOST_COLUMNS));
}

/** With or without a column; the same when there is no room for it, or when it always stays. */
export function toggled(columns: readonly ColumnId[], column: ColumnId): readonly ColumnId[] {
  if (column === 'status' || column === 'name') return columns;
  if (columns.includes(column)) return columns.filter((one) => one !== column);
  return columns.length >= MOST_COLUMNS ? columns : ordered([...columns, column]);
}

/** Columns stand in one order, other metrics behind the chosen one, so that nothing has to be arranged. */
function ordered(columns: readonly ColumnId[]): readonly ColumnId[] {
  const at = (column: ColumnId): number => (isMetric(column) ? PLAIN.indexOf('spark') + 0.5 : PLAIN.indexOf(column));
  return [...columns].sort((one, other) => at(one) - at(other));
}

const GAP = 12;
const CHECK = 16;
const SIDES = 28;
/** Pixels that the reason has at least before a column has to go. */
const REASON = 240;

/** Those of the columns that fit into so many pixels; the name takes what is left when there is no reason. */
export function fitting(columns: readonly ColumnId[], width: number): readonly ColumnId[] {
  let shown = columns;
  while (width > 0 && widthOf(shown) > width) {
    const leaves = [...shown].sort((one, other) => (kindOf(other, null).gives ?? 0) - (kindOf(one, null).gives ?? 0))[0];
    if (leaves === undefined || !kindOf(leaves, null).gives) break;
    shown = shown.filter((one) => one !== leaves);
  }
  return shown;
}

function widthOf(columns: readonly ColumnId[]): number {
  return columns.reduce((sum, column) => sum + GAP + (kindOf(column, null).width || REASON), SIDES + CHECK);
}

/** As `grid-template-columns`. */
export function templateOf(columns: readonly ColumnId[]): string {
  const last = columns.includes('reason') ? 'reason' : 'name';
  const tracks = columns.map((column) => (column === last ? `minmax(${column === 'name' ? KINDS.name.width : 0}px, 1fr)` : `${kindOf(column, null).width}px`));
  return [`${CHECK}px`, ...tracks].join(' ');
}
