/** Points of a run as they come: enough of each series to draw it, however long it gets. Pure. */

export interface Series {
  node: string;
  name: string;
  steps: readonly number[];
  values: readonly (number | null)[];
  /** The newest value, also where it is none of those kept. */
  last: number | null;
  /** Every so many points one is kept. */
  stride: number;
  /** Points that came. */
  count: number;
}

export interface Point {
  node_id: string;
  name: string;
  step: number;
  value: number | null;
}

/** Points kept of one series; at twice as many every second one goes. */
export const KEPT = 2000;

export type AllSeries = Readonly<Record<string, Series>>;

/** The series with some more points; each is copied once, however many come. */
export function withPoints(series: AllSeries, points: readonly Point[]): AllSeries {
  const byKey = new Map<string, Point[]>();
  for (const point of points) {
    const key = `${point.node_id}\n${point.name}`;
    const some = byKey.get(key);
    if (some) some.push(point);
    else byKey.set(key, [point]);
  }
  const next: Record<string, Series> = { ...series };
  for (const [key, some] of byKey) next[key] = longer(series[key], some);
  return next;
}

function longer(old: Series | undefined, points: readonly Point[]): Series {
  const first = points[0]!;
  const steps = [...(old?.steps ?? [])];
  const values = [...(old?.values ?? [])];
  let { stride, count } = old ?? { stride: 1, count: 0 };
  for (const { step, value } of points) {
    if (count % stride === 0) {
      steps.push(step);
      values.push(value);
    }
    count += 1;
    if (steps.length < 2 * KEPT) continue;
    halve(steps);
    halve(values);
    stride *= 2;
  }
  return { node: first.node_id, name: first.name, steps, values, last: points.at(-1)!.value, stride, count };
}

function halve(list: unknown[]): void {
  for (let at = 0; 2 * at < list.length; at += 1) list[at] = list[2 * at];
  list.length = Math.ceil(list.length / 2);
}
