/** What a field makes of the text that was typed: a value of the param's type, or why it is none. Pure. */
import type { Param } from '../graph/catalog';
import { copiedTable } from './cells';

/** Why a text is no value; the key of its sentence in the words `param`, with what stands in that sentence. */
export type Wrong =
  | { why: 'whole' | 'number' | 'list' | 'ragged' | 'numbers' | 'deep' | 'device' }
  | { why: 'range'; low: number; high: number }
  | { why: 'at_least'; low: number }
  | { why: 'at_most'; high: number };

export type Reading = { value: unknown } | Wrong;

type Bounds = Pick<Param, 'param_type' | 'min_value' | 'max_value'>;

/** Dimensions that the server takes at most. */
const DEEPEST = 16;

export function isWrong(reading: Reading): reading is Wrong {
  return 'why' in reading;
}

/** Any text is a text. */
export function readText(text: string): Reading {
  return { value: text };
}

export function readNumber(typed: string, param: Bounds): Reading {
  const text = narrow(typed);
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return { why: param.param_type === 'int' ? 'whole' : 'number' };
  if (param.param_type === 'int' && !Number.isInteger(number)) return { why: 'whole' };
  // beyond these a number is not the one that was typed
  const exact = { min_value: -Number.MAX_SAFE_INTEGER, max_value: Number.MAX_SAFE_INTEGER };
  return outside(number, param) ?? (param.param_type === 'int' ? outside(number, exact) : null) ?? { value: number };
}

/** Chinese and Japanese input methods write figures and signs wide, too: １２．５ is 12.5. */
function narrow(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ');
}

/** As the server names devices. */
const DEVICE = /^(?:auto|cpu|(?:cuda|mps)(?::(?:0|[1-9]\d{0,3}))?)$/;

/** A device, also one that is not here: a graph may run elsewhere. */
export function readDevice(text: string): Reading {
  return DEVICE.test(text) ? { value: text } : { why: 'device' };
}

function outside(number: number, { min_value: low, max_value: high }: Pick<Bounds, 'min_value' | 'max_value'>): Wrong | null {
  const isOut = (low !== null && number < low) || (high !== null && number > high);
  if (!isOut) return null;
  if (low !== null && high !== null) return { why: 'range', low, high };
  return low !== null ? { why: 'at_least', low } : { why: 'at_most', high: high! };
}

/** Nested lists of numbers, as even as a tensor, or the cells of a spreadsheet; a blank text is no value. */
export function readGrid(typed: string): Reading {
  const text = narrow(typed);
  if (text.trim() === '') return { value: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const copied = copiedTable(text);
    return copied ? { value: copied } : { why: 'list' };
  }
  if (value === null) return { value };
  let level: unknown[] = [value];
  for (let depth = 0; level.some(Array.isArray); depth += 1) {
    if (depth === DEEPEST) return { why: 'deep' };
    const lists = level.filter((item): item is unknown[] => Array.isArray(item));
    if (lists.length < level.length || lists.some((one) => one.length !== lists[0]!.length)) return { why: 'ragged' };
    level = lists.flat();
  }
  return level.every((item) => typeof item === 'boolean' || (typeof item === 'number' && Number.isFinite(item))) ? { value } : { why: 'numbers' };
}

/** A value as the text of its field; lists with a line for each row. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? rows(value, '') : JSON.stringify(value);
}

function rows(list: readonly unknown[], indent: string): string {
  if (!list.some(Array.isArray)) return `[${list.map((item) => JSON.stringify(item)).join(', ')}]`;
  const inner = `${indent}  `;
  return `[\n${list.map((item) => inner + (Array.isArray(item) ? rows(item, inner) : JSON.stringify(item))).join(',\n')}\n${indent}]`;
}
