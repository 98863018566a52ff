/** What a node shows of what it gave, small: a picture, a grid of a tensor, the course of a metric. Pure. */
import type { NodeState, Summary } from '../run/reduce';
import type { AllSeries, Series } from '../run/series';
import { limitOf, within } from './sane';

/** Cells along a side of a small grid, and how many planes of a batch stand side by side. */
const SIDE = 24;
const TILES = 3;
/** A tensor with fewer elements has nothing to see. */
const LEAST = 16;

export interface GridPreview {
  port: string;
  /** What to ask for: at most TILES * SIDE * SIDE numbers. */
  slice: string;
  tiles: number;
  rows: number;
  cols: number;
}

/** The first port that gave a tensor with something to see; null where there is none. */
export function gridOf(state: NodeState): GridPreview | null {
  for (const [port, summary] of Object.entries(state.summaries ?? {})) {
    const found = summary.type === 'tensor' && isReal(summary) ? smallGridOf(port, summary.shape ?? []) : null;
    if (found) return found;
  }
  return null;
}

function isReal(summary: Summary): boolean {
  return !/complex/.test(summary.dtype ?? '');
}

/** The grid of a tensor of this shape; null where there is nothing to see. */
export function smallGridOf(port: string, shape: readonly number[]): GridPreview | null {
  if (shape.length < 2 || shape.reduce((all, size) => all * size, 1) < LEAST) return null;
  const [height, width] = [shape.at(-2)!, shape.at(-1)!];
  const [rowStep, colStep] = [Math.ceil(height / SIDE), Math.ceil(width / SIDE)];
  const lead = shape.slice(0, -2);
  const tiles = Math.min(TILES, lead[0] ?? 1);
  const parts = [...lead.map((_, at) => (at === 0 ? `0:${tiles}` : '0')), `::${rowStep}`, `::${colStep}`];
  return { port, slice: parts.join(', '), tiles, rows: Math.ceil(height / rowStep), cols: Math.ceil(width / colStep) };
}

/** The metric that a node is known by: its loss, else whatever it tells first. */
export function metricOf(series: AllSeries, node: string): Series | null {
  let first: Series | null = null;
  for (const one of Object.values(series)) {
    if (one.node !== node) continue;
    if (/loss$/.test(one.name)) return one;
    first ??= one;
  }
  return first;
}

/** Points of a line in a box of 100 by 100, without those far beyond the rest; null before there are two. */
export function lineOf(chosen: Series): string | null {
  const values = within(chosen.values, limitOf(chosen.values));
  const points = chosen.steps.flatMap((step, at) => (values[at] === null ? [] : [[step, values[at]!] as const]));
  if (points.length < 2) return null;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const place = (value: number, all: readonly number[]): number => {
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return high > low ? (100 * (value - low)) / (high - low) : 50;
  };
  const every = Math.max(1, Math.ceil(points.length / 120));
  return points.filter((_, at) => at % every === 0 || at === points.length - 1).map(([x, y]) => `${place(x, xs).toFixed(1)},${(100 - place(y, ys)).toFixed(1)}`).join(' ');
}
