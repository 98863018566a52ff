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
