/** Series of one node that runs as charts take them. Pure. */
import type { Series } from '../run/series';
import type { Column } from '../runs/curves';

export interface LiveChart {
  name: string;
  /** Names of metrics, in the order of `columns`. */
  lines: readonly string[];
  /** Ascending steps. */
  xs: readonly number[];
  /** One list a line, as long as `xs`; undefined where it has no point, null where that was no number. */
  columns: readonly Column[];
  /** The newest value of the first line. */
  last: number | null;
  /** The newest value of each line. */
  lasts: readonly (number | null)[];
}

/** Metrics that are of one kind share a chart: `train_loss` and `val_loss`. Lines are named by metric. */
export function liveCharts(series: readonly Series[]): LiveChart[] {
  const byKind = new Map<string, Series[]>();
  for (const one of series) {
    const kind = kindOf(one.name);
    byKind.set(kind, [...(byKind.get(kind) ?? []), one]);
  }
  return [...byKind].map(([name, lines]) => {
    const xs = [...new Set(lines.flatMap((line) => line.steps))].sort((one, other) => one - other);
    const columns = lines.map((line) => {
      const at = new Map(line.steps.map((step, index) => [step, line.values[index] ?? null]));
      return xs.map((x) => at.get(x));
    });
    return { name, lines: lines.map((line) => line.name), xs, columns, last: lines[0]!.last, lasts: lines.map((line) => line.last) };
  });
}

/** `train_loss`, `val_loss` and `loss` are losses; what is told per batch counts other steps and stays apart. */
function kindOf(name: string): string {
  return /^(train|val|valid|validation|test|eval)_/.test(name) && !/_(batch|step)$/.test(name) ? name.replace(/^[a-z]+_/, '') : name;
}
