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

/** All curves over one list of places. A later point on the same place counts. */
export function aligned(curves: readonly Curve[], { axis, smoothing, isLog }: Look): Aligned {
  const begins = new Map<string, number>();
  for (const { run_id, at_ms } of curves) begins.set(run_id, Math.min(begins.get(run_id) ?? Infinity, at_ms[0] ?? Infinity));
  const lines = curves.map((curve) => {
    const values = smoothed(curve.values, smoothing);
    const places = new Map<number, number | null>();
    curve.steps.forEach((step, at) => {
      const x = axis === 'step' ? step : ((curve.at_ms[at] ?? 0) - begins.get(curve.run_id)!) / 1000;
      const value = values[at] ?? null;
      places.set(x, isLog && value !== null && value <= 0 ? null : value);
    });
    return places;
  });
  const xs = [...new Set(lines.flatMap((places) => [...places.keys()]))].sort((one, other) => one - other);
  return { xs, columns: lines.map((places) => xs.map((x) => places.get(x))) };
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
