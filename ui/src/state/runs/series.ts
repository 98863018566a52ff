/** A chart of the Inspector: one metric, one line a node. Pure. */

export interface Chart {
  name: string;
  /** One a line, in the order of `columns`. */
  nodes: readonly string[];
  /** Ascending: steps, or seconds since the first point of all. */
  xs: readonly number[];
  /** One list a node, as long as `xs`; undefined where a node has no point, null where it was no number. */
  columns: readonly (readonly (number | null | undefined)[])[];
  last: number | null;
}

export type Axis = 'step' | 'time';

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
