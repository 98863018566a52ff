/** Values that are too long for a field: what lays its text out would hold the window up for as long as it is on show. */

/** Characters. */
export const MOST_EDITED = 100_000;

/** Whether a value has more characters than a field can hold; it is not written out to find out. */
export function isTooLong(value: unknown): boolean {
  return weightOf(value, MOST_EDITED) > MOST_EDITED;
}

/** About as many characters as a value has, counted until they are too many. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 3;
  let weight = 0;
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    weight += (typeof key === 'string' ? key.length : 0) + weightOf(item, most - weight);
    if (weight > most) break;
  }
  return weight;
}
