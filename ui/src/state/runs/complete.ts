/** What is offered while a filter is typed: keys, then the values of the key. Pure. */
import { KEYS, quoted, STATUSES, type FilterKey } from './filter';
import { SINCE } from './since';

/** text: all of the filter with it taken. caret: where one types on. */
export interface Completion {
  label: string;
  /** Beside it: how many runs have it, or what a key is for. */
  count: number | null;
  key: FilterKey;
  isKey: boolean;
  text: string;
  caret: number;
}

export interface Known {
  tag: readonly { value: string; count: number }[];
  graph: readonly { value: string; count: number }[];
  worker: readonly { value: string; count: number }[];
}

export const MOST_COMPLETIONS = 8;

/** statuses: each in the reader's language, which may be typed as well. */
export function completionsOf(typed: string, caret: number, known: Known, statuses: Readonly<Record<string, string>>): Completion[] {
  const from = wordStart(typed, caret);
  const word = typed.slice(from, caret);
  const [, key, begun = ''] = /^(status|tag|graph|worker|since):"?(.*)$/iu.exec(word) ?? [];
  const put = (said: string, ends: boolean): { text: string; caret: number } => {
    const rest = typed.slice(caret).replace(/^\S+/, '');
    const text = typed.slice(0, from) + said + (ends && !rest.startsWith(' ') ? ' ' : '');
    return { text: text + rest, caret: text.length };
  };
  if (!key) {
    if (word === '') return [];
    const low = word.toLowerCase();
    return KEYS.filter((one) => one.startsWith(low)).map((one) => ({ label: `${one}:`, count: null, key: one, isKey: true, ...put(`${one}:`, false) }));
  }
  const name = key.toLowerCase() as FilterKey;
  const done = begun.slice(0, begun.lastIndexOf(',') + 1);
  const wanted = (name === 'status' ? begun.slice(done.length) : begun).toLowerCase();
  const fitting = valuesOf(name, known).filter(
    ({ value }) => value.toLowerCase().startsWith(wanted) || (name === 'status' && statuses[value]?.toLowerCase().startsWith(wanted)),
  );
  if (fitting.length === 1 && fitting[0]!.value.toLowerCase() === wanted.replace(/"$/, '')) return []; // there is nothing left to type
  return fitting
    .slice(0, MOST_COMPLETIONS)
    .map(({ value, count }) => ({
      label: name === 'status' ? (statuses[value] ?? value) : value,
      count,
      key: name,
      isKey: false,
      ...put(name === 'status' ? `${name}:${done}${value}` : `${name}:${quoted(value)}`, true),
    }));
}

function valuesOf(key: FilterKey, known: Known): readonly { value: string; count: number | null }[] {
  if (key === 'status') return STATUSES.map((value) => ({ value, count: null }));
  if (key === 'since') return SINCE.map((value) => ({ value, count: null }));
  return known[key];
}

/** Where the word begins that ends at the caret; blanks within quotes belong to it. */
function wordStart(typed: string, caret: number): number {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at += 1) {
    if (typed[at] === '"') isQuoted = !isQuoted;
    else if (/\s/.test(typed[at]!) && !isQuoted) start = at + 1;
  }
  return start;
}
