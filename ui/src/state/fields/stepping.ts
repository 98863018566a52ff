/** Numbers that go up and down by keys and by the pointer. Pure. */
import type { Param } from '../graph/catalog';

type Numeric = Pick<Param, 'param_type' | 'min_value' | 'max_value' | 'default'>;

/** Decimal places that a float may need; more would be noise of its last bits. */
const MOST_PLACES = 20;

/** The value so many steps further, within bounds. A step: 1 of whole numbers, else one of the last decimal place, 0.1 at most. */
export function stepped(value: number, steps: number, param: Numeric): number {
  const places = param.param_type === 'int' ? 0 : placesOf(value === 0 && typeof param.default === 'number' ? param.default : value);
  const next = Number((value + steps * 10 ** -places).toFixed(places));
  return Math.min(param.max_value ?? Infinity, Math.max(param.min_value ?? -Infinity, next));
}

function placesOf(value: number): number {
  const [digits, exponent = '0'] = String(value).split('e') as [string, string?];
  const places = (digits.split('.')[1] ?? '').length - Number(exponent);
  return Math.min(MOST_PLACES, Math.max(1, places));
}

/** What a param may be, as short as a field has room for: `1–100`, `≥ 0`; empty where there is no bound. */
export function rangeOf({ min_value: low, max_value: high }: Pick<Param, 'min_value' | 'max_value'>): string {
  if (low !== null && high !== null) return `${low}–${high}`;
  if (low !== null) return `≥ ${low}`;
  return high !== null ? `≤ ${high}` : '';
}
