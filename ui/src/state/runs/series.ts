/** Points of a run as charts take them: one chart a metric, one line a node. Pure. */
import type { Point } from '../../api/types.gen';

export interface Chart {
  name: string;
  /** One a line, in the order of `columns`. */
  nodes: readonly string[];
  /** Ascending: steps, or seconds since the first point of all. */
  xs: readonly number[];
  /** One list a node, as long as `xs`; null where a node has no point, or one that was no number. */
  columns: readonly (readonly (number | null)[])[];
  last: number | null;
}

export type Axis = 'step' | 'time';

/** Charts by name, in the order of the points. smoothing: from 0, as it is, to 0.99. */
export function chartsOf(points: readonly Point[], axis: Axis, smoothing: number): Chart[] {
  const begin = points.reduce((least, point) => Math.min(least, Date.parse(point.ts)), Infinity);
  const byName = new Map<string, Map<string, Map<number, number | null>>>();
  for (const point of points) {
    const lines = entry(byName, point.name, () => new Map<string, Map<number, number | null>>());
    const line = entry(lines, point.node_id, () => new Map<number, number | null>());
    line.set(axis === 'step' ? point.step : (Date.parse(point.ts) - begin) / 1000, point.value);
  }
  return [...byName].map(([name, lines]) => {
    const xs = [...new Set([...lines.values()].flatMap((line) => [...line.keys()]))].sort((one, other) => one - other);
    const columns = [...lines.values()].map((line) => smoothed(xs.map((x) => line.get(x) ?? null), smoothing));
    const raw = [...[...lines.values()][0]!].sort(([one], [other]) => one - other);
    return { name, nodes: [...lines.keys()], xs, columns, last: raw.at(-1)?.[1] ?? null };
  });
}

/** An exponential moving average that begins without a pull to zero; gaps stay gaps. */
export function smoothed(values: readonly (number | null)[], weight: number): (number | null)[] {
  if (weight <= 0) return [...values];
  let mean = 0;
  let mass = 0;
  return values.map((value) => {
    if (value === null) return null;
    mean = weight * mean + (1 - weight) * value;
    mass = weight * mass + (1 - weight);
    return mean / mass;
  });
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = make()));
  return found;
}
