/** Which numbers an axis can be made for: one that is greater than the rest by many powers of ten would leave nothing to see. Pure. */

type Values = readonly (number | null | undefined)[];

/** Beyond it, sums and differences of two numbers leave what a double can hold. */
const MOST = 1e150;
/** So many times the middle one of the magnitudes is still drawn to scale. */
const FAR = 1e15;

/** The magnitude beyond which numbers of these series are left out of the axis. */
export function limitOf(...series: readonly Values[]): number {
  let [least, most] = [Infinity, 0];
  const sizes = (): number[] => series.flatMap((values) => values.filter(isSized).map(Math.abs));
  for (const values of series) {
    for (const value of values) {
      if (!isSized(value)) continue;
      const size = Math.abs(value);
      if (size < least) least = size;
      if (size > most) most = size;
    }
  }
  if (most <= least * FAR) return MOST; // no middle one can be that far from the rest
  const sorted = sizes().sort((one, other) => one - other);
  const middle = sorted[(sorted.length - 1) >> 1]!;
  return middle > MOST ? MOST : Math.min(MOST, middle * FAR);
}

function isSized(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value !== 0;
}

/** Whether a number is beyond it: above 1, below -1, else 0. */
export function beyond(value: number | null | undefined, limit: number): -1 | 0 | 1 {
  if (value === null || value === undefined || Math.abs(value) <= limit || Number.isNaN(value)) return 0;
  return value > 0 ? 1 : -1;
}

/** The numbers with a gap where one is beyond; the very same list where none is. */
export function within<T extends number | null | undefined>(values: readonly T[], limit: number): readonly (T | null)[] {
  const isDrawn = (value: T): boolean => beyond(value, limit) === 0 && !Number.isNaN(value);
  return values.every(isDrawn) ? values : values.map((value) => (isDrawn(value) ? value : null));
}
