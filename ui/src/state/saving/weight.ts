/** How much a graph is, so that a heavy one is written beside the window. */
import type { GraphDocument } from '../graph/document';

/** What it takes a window to write less than this, about 20 ms, nobody notices. In characters of JSON. */
const HEAVY = 1_000_000;

/** Of nodes and wires, which do not change: only what is new is looked at. */
const known = new WeakMap<object, number>();

export function isHeavy(doc: GraphDocument): boolean {
  return weightOf(doc) > HEAVY;
}

/** About how many characters of JSON a value has. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + itemWeight(item), 2);
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length + 4 + weightOf(item), 2);
}

/** Of an item of a list, which does not change. */
export function itemWeight(item: unknown): number {
  if (typeof item !== 'object' || item === null) return weightOf(item);
  let weight = known.get(item);
  if (weight === undefined) known.set(item, (weight = weightOf(item)));
  return weight;
}
