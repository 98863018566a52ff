/** Numbers of one series, made steadier. Pure. */

/** An exponential moving average that begins without a pull to zero; gaps stay gaps. */
export function smoothed(values: readonly (number | null)[], weight: number): readonly (number | null)[] {
  if (weight <= 0) return values;
  let mean = 0;
  let mass = 0;
  return values.map((value) => {
    if (value === null) return null;
    mean = weight * mean + (1 - weight) * value;
    mass = weight * mass + (1 - weight);
    return mean / mass;
  });
}
