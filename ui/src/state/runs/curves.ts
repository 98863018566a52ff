/** Curves of one metric as a chart takes them: many lines over one list of places. Pure. */
import type { Curve } from '../../api/types.gen';
import { smoothed } from './series';

export type CurveAxis = 'step' | 'time';

export interface Look {
  axis: CurveAxis;
  /** From 0, as it is, to 0.99. */
  smoothing: number;
  isLog: boolean;
}

/** As uPlot takes them: null is a gap (no number there), undefined a place that belongs to other lines. */
export type Column = readonly (number | null | undefined)[];

export interface Aligned {
  /** Ascending: steps, or seconds since the first point of each run. */
  xs: readonly number[];
  /** One a curve, in their order. */
  columns: readonly Column[];
}

interface Line {
  /** Strictly ascending. */
  xs: readonly number[];
  values: readonly (number | null)[];
}

/** All curves over one list of places. A later point on the same place counts. */
export function aligned(curves: readonly Curve[], { axis, smoothing, isLog }: Look): Aligned {
  const begins = new Map<string, number>();
  for (const { run_id, at_ms } of curves) begins.set(run_id, Math.min(begins.get(run_id) ?? Infinity, at_ms[0] ?? Infinity));
  const lines = curves.map((curve) => {
    const begin = begins.get(curve.run_id)!;
    const xs = axis === 'step' ? curve.steps : curve.at_ms.map((at) => (at - begin) / 1000);
    const values = smoothed(curve.values, smoothing);
    return ascending({ xs, values: isLog ? values.map((value) => (value !== null && value <= 0 ? null : value)) : values });
  });
  const first = lines[0]?.xs ?? [];
  // curves of one loop share their places: the commonest case, and by far the cheapest
  if (lines.every(({ xs }) => isSame(xs, first))) return { xs: first, columns: lines.map(({ values }) => values) };
  return merged(lines);
}

function ascending(line: Line): Line {
  if (line.xs.every((x, at) => at === 0 || x > line.xs[at - 1]!)) return line;
  const places = new Map(line.xs.map((x, at) => [x, line.values[at] ?? null]));
  const xs = [...places.keys()].sort((one, other) => one - other);
  return { xs, values: xs.map((x) => places.get(x)!) };
}

function isSame(xs: readonly number[], others: readonly number[]): boolean {
  return xs === others || (xs.length === others.length && xs.every((x, at) => x === others[at]));
}

function merged(lines: readonly Line[]): Aligned {
  const xs: number[] = [];
  const columns: (number | null | undefined)[][] = lines.map(() => []);
  const at = lines.map(() => 0);
  for (;;) {
    const next = Math.min(...lines.map((line, of) => line.xs[at[of]!] ?? Infinity));
    if (next === Infinity) return { xs, columns };
    xs.push(next);
    lines.forEach((line, of) => {
      const isThere = line.xs[at[of]!] === next;
      columns[of]!.push(isThere ? line.values[at[of]!] : undefined);
      if (isThere) at[of]! += 1;
    });
  }
}

/** Whether a curve has a number anywhere. */
export function hasNumbers(curve: Curve): boolean {
  return curve.values.some((value) => value !== null);
}

/** The last number of a curve; null without one. */
export function lastOf(curve: Curve): number | null {
  return curve.values.findLast((value) => value !== null) ?? null;
}

/** Names of metrics of several runs: the chosen one, those that most have, then by name. */
export function namesOf(metrics: readonly Readonly<Record<string, unknown>>[], chosen: string | null = null): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of metrics) for (const name of Object.keys(one)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const rank = (name: string): number => (name === chosen ? 0 : 1);
  return [...counts].sort(([name, count], [other, more]) => rank(name) - rank(other) || more - count || name.localeCompare(other)).map(([name]) => name);
}
