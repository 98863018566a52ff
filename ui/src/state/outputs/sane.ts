/** Which numbers an axis can be made for: one that is greater than the rest by many powers of ten would leave nothing to see. Pure. */

type Values = readonly (number | null | undefined)[];

/** Beyond it, sums and differences of two numbers leave what a double can hold. */
const MOST = 1e150;
/** So many times the middle one of the magnitudes is still drawn to scale. */
const FAR = 1e15;

/** The magnitude beyond which numbers are left out of the axis. */
export function limitOf(values: Values): number {
  const sizes = values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value) && value !== 0).map(Math.abs).sort((one, other) => one - other);
  const middle = sizes[(sizes.length - 1) >> 1];
  return middle === undefined || middle > MOST ? MOST : Math.min(MOST, middle * FAR);
}

/** Whether a number is beyond it: above 1, below -1, else 0. */
export function beyond(value: number | null | undefined, limit: number): -1 | 0 | 1 {
  if (value === null || value === undefined || Math.abs(value) <= limit || Number.isNaN(value)) return 0;
  return value > 0 ? 1 : -1;
}

/** The numbers with a gap where one is beyond. */
export function within<T extends number | null | undefined>(values: readonly T[], limit: number): (T | null)[] {
  return values.map((value) => (beyond(value, limit) === 0 && !Number.isNaN(value) ? value : null));
}
