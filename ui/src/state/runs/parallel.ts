/** Axes of a parallel plot: what differs between runs, and what came of it. Pure. */
import { valueText, type Difference } from './diff';

export interface ParallelAxis {
  name: string;
  /** From top to bottom: a number each, or the texts in turn. */
  labels: readonly { text: string; at: number }[];
  /** Of each run, from 0 at the foot to 1 at the top; null where it has no such value. */
  places: readonly (number | null)[];
}

export const MOST_AXES = 12;

/** params first, then metrics, as many as there is room for. */
export function axesOf(params: readonly Difference[], metrics: readonly { name: string; values: readonly (number | null | undefined)[] }[]): readonly ParallelAxis[] {
  const fromParams = params.map(({ of, name, values }) => axisOf([of, name].filter(Boolean).join(' · '), values));
  const fromMetrics = metrics.map(({ name, values }) => axisOf(name, values));
  const room = Math.max(0, MOST_AXES - Math.min(fromMetrics.length, MOST_AXES / 2));
  return [...fromParams.slice(0, room), ...fromMetrics].slice(0, MOST_AXES);
}

function axisOf(name: string, values: readonly unknown[]): ParallelAxis {
  const known = values.filter((value) => value !== undefined && value !== null);
  if (known.length > 0 && known.every((value): value is number => typeof value === 'number')) {
    const least = Math.min(...known);
    const most = Math.max(...known);
    const place = (value: number): number => (most === least ? 0.5 : (value - least) / (most - least));
    const labels = most === least ? [{ text: short(most), at: 0.5 }] : [{ text: short(most), at: 1 }, { text: short(least), at: 0 }];
    return { name, labels, places: values.map((value) => (typeof value === 'number' ? place(value) : null)) };
  }
  const texts = [...new Set(known.map(valueText))].sort();
  const place = (text: string): number => (texts.length === 1 ? 0.5 : 1 - texts.indexOf(text) / (texts.length - 1));
  return { name, labels: texts.map((text) => ({ text, at: place(text) })), places: values.map((value) => (value === undefined || value === null ? null : place(valueText(value)))) };
}

function short(value: number): string {
  return valueText(Number(value.toPrecision(4)));
}

/** What is wanted of an axis: from and to, as shares of it. */
export type Brush = readonly [number, number];

/** By the name of an axis. */
export type Brushes = Readonly<Record<string, Brush>>;

/** Which runs lie within every brush. A run without a value on a brushed axis does not. */
export function within(axes: readonly ParallelAxis[], brushes: Brushes, count: number): readonly boolean[] {
  return Array.from({ length: count }, (_, run) => axes.every(({ name, places }) => {
    const brush = brushes[name];
    const place = places[run];
    return !brush || (place !== null && place !== undefined && place >= brush[0] - EDGE && place <= brush[1] + EDGE);
  }));
}

/** A pointer this near to the end of an axis means the end. */
const NEAR_END = 0.03;

/** A run on the very edge is in. */
const EDGE = 1e-6;

/** The brushes with one end of one moved; a brush over the whole axis is none. */
export function moved(brushes: Brushes, name: string, end: 0 | 1, to: number): Brushes {
  const [low, high] = brushes[name] ?? [0, 1];
  const wanted = Math.min(1, Math.max(0, to));
  return put(brushes, name, end === 0 ? [Math.min(wanted, high), high] : [low, Math.max(wanted, low)]);
}

/** The brushes with one between two places, in whichever order; null takes it away. */
export function put(brushes: Brushes, name: string, brush: Brush | null): Brushes {
  const { [name]: _, ...rest } = brushes;
  if (brush === null) return rest;
  const ends = brush.map((end) => (end < NEAR_END ? 0 : end > 1 - NEAR_END ? 1 : end));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return low === 0 && high === 1 ? rest : { ...rest, [name]: [low, high] };
}
