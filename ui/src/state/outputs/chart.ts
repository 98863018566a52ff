/** The description of a chart that a port gives, read with patience: whoever wrote the node may name things in other ways. Pure. */

import { beyond, limitOf } from './sane';

export interface ChartSeries {
  name: string;
  xs: readonly number[];
  ys: readonly (number | null)[];
}

export interface Chart {
  kind: 'bar' | 'line' | 'scatter';
  title: string;
  series: readonly ChartSeries[];
  /** Of the places along x, where they have names. */
  labels: readonly string[] | null;
  /** One point in so many is drawn. */
  step: number;
}

export interface HeatChart {
  kind: 'heatmap';
  title: string;
  rows: readonly (readonly (number | null)[])[];
}

/** Points that are drawn of a series, and series that are drawn. */
const MOST = 2000;
const MOST_SERIES = 12;
/** Cells along a side of a heatmap. */
const MOST_CELLS = 64;

type Loose = Record<string, unknown>;

/** null for what is no chart that we can draw. */
export function chartOf(value: unknown): Chart | HeatChart | null {
  if (!isMapping(value)) return null;
  const title = text(value['title'] ?? value['name']);
  const kind = text(value['kind'] ?? value['type']);
  if (kind === 'heatmap') {
    const rows = first(value, ['values', 'data', 'z', 'matrix']);
    const all = Array.isArray(rows) ? rows.filter(Array.isArray) : [];
    const [down, across] = [all.length, all[0]?.length ?? 0].map((count) => Math.max(1, Math.ceil(count / MOST_CELLS)));
    const grid = every(all, down!).map((row: unknown[]) => every(row, across!).map(number));
    return grid.length > 0 && grid[0]!.length > 0 ? { kind, title, rows: grid } : null;
  }
  if (kind !== 'bar' && kind !== 'line' && kind !== 'scatter') return null;
  const shared = first(value, ['x', 'labels', 'categories']);
  const given = Array.isArray(value['series']) ? value['series'] : isMapping(value['series']) ? named(value['series']) : [value];
  const all = given.flatMap((one: unknown, at: number) => seriesOf(one, shared, at)).slice(0, MOST_SERIES);
  if (all.length === 0) return null;
  const step = Math.max(1, Math.ceil(Math.max(...all.map(({ ys }) => ys.length)) / MOST));
  const series = step === 1 ? all : all.map(({ name, xs, ys }) => ({ name, xs: every(xs, step), ys: every(ys, step) }));
  const labels = Array.isArray(shared) && shared.some((one) => typeof one === 'string') ? every(shared.map(text), step) : null;
  return { kind, title, series, labels, step };
}

function seriesOf(given: unknown, shared: unknown, at: number): ChartSeries[] {
  const one = Array.isArray(given) ? { y: given } : given;
  if (!isMapping(one)) return [];
  const ys = first(one, ['y', 'values', 'data', 'points']);
  if (!Array.isArray(ys) || ys.length === 0) return [];
  const name = text(one['name'] ?? one['label']) || String(at + 1);
  if (ys.every((point) => Array.isArray(point) && point.length >= 2)) {
    const pairs = ys as unknown[][];
    return [{ name, xs: pairs.map(([x], place) => number(x) ?? place), ys: pairs.map(([, y]) => number(y)) }];
  }
  const own = first(one, ['x']) ?? shared;
  const xs = Array.isArray(own) ? own : [];
  return [{ name, xs: ys.map((_, place) => number(xs[place]) ?? place), ys: ys.map(number) }];
}

function named(series: Loose): Loose[] {
  return Object.entries(series).map(([name, value]) => (isMapping(value) ? { name, ...value } : { name, y: value }));
}

function first(value: Loose, keys: readonly string[]): unknown {
  return keys.map((key) => value[key]).find((one) => one !== undefined && one !== null);
}

function every<T>(values: readonly T[], step: number): T[] {
  return values.filter((_, at) => at % step === 0);
}

function isMapping(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Least and greatest of numbers that an axis can be made for, apart from each other; bars stand on zero. */
export function rangeOf(values: readonly (number | null)[], hasZero: boolean): [number, number] {
  const limit = limitOf(values);
  let [low, high] = hasZero ? [0, 0] : [Infinity, -Infinity];
  for (const value of values) {
    if (value === null || beyond(value, limit) !== 0) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}
