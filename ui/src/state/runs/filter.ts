/** What is typed over the list of runs, as the server is asked for it: `status:failed tag:thesis any words`. */
import { sinceMs } from './since';

export const STATUSES = ['running', 'queued', 'disconnected', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const;
export type RunStatus = (typeof STATUSES)[number];

export const KEYS = ['status', 'tag', 'graph', 'worker', 'since'] as const;
export type FilterKey = (typeof KEYS)[number];

export interface RunQuery {
  status: readonly string[];
  q: string;
  tag: string;
  graph: string;
  worker: string;
  /** UTC, to the minute; empty for all. */
  since: string;
}

/** What of a filter means nothing; a query with it is good for nothing. */
export interface Unknown {
  key: 'status' | 'since' | 'long';
  /** Of what is too long: how many characters there may be. */
  typed: string;
}

export interface ParsedFilter {
  query: RunQuery;
  unknown: Unknown | null;
}

/** Of one thing that is looked for: the server reads no more. */
export const MOST_CHARACTERS = 256;

const TOKEN = /(?:(status|tag|graph|worker|since):)?(?:"([^"]*)"?|(\S+))/giu;
/** A key whose value has not been typed yet asks for nothing. */
const BEGUN = /(^|\s)(?:status|tag|graph|worker|since):(?=\s|$)/giu;

/**
 * Read what was typed. A status may be the beginning of one, in either language, and several joined by commas; of other
 * keys the last one counts; what has no key is looked for in names and ids. words: each status in the reader's language.
 */
export function parseFilter(typed: string, words: Readonly<Record<string, string>> = {}, nowMs = 0): ParsedFilter {
  const status = new Set<string>();
  const plain: string[] = [];
  const named = { tag: '', graph: '', worker: '' };
  let since = '';
  let unknown: Unknown | null = null;
  for (const [, key, quoted, bare] of typed.replaceAll(BEGUN, '$1').matchAll(TOKEN)) {
    const value = quoted ?? bare ?? '';
    const name = key?.toLowerCase();
    if (name === 'status') {
      for (const part of value.split(',').filter(Boolean)) {
        const found = statusesLike(part, words);
        if (found.length === 0) unknown ??= { key: 'status', typed: part };
        for (const one of found) status.add(one);
      }
    } else if (name === 'since') {
      const at = sinceMs(value, nowMs);
      if (at === null) unknown ??= { key: 'since', typed: value };
      else since = new Date(Math.floor(at / 60_000) * 60_000).toISOString().slice(0, 19);
    } else if (name === 'tag' || name === 'graph' || name === 'worker') named[name] = value;
    else plain.push(value);
  }
  // graphs are called as they like
  if ([plain.join(' '), named.tag, named.worker].some((part) => [...part].length > MOST_CHARACTERS)) unknown ??= { key: 'long', typed: String(MOST_CHARACTERS) };
  return { query: { status: STATUSES.filter((one) => status.has(one)), q: plain.join(' '), ...named, since }, unknown };
}

/** The same text asking for this value of a key alone, or for all of them. */
export function withKey(typed: string, key: FilterKey, value: string | null): string {
  const others = typed.replaceAll(new RegExp(`(^|\\s)${key}:("[^"]*"?|\\S*)`, 'giu'), ' ').replaceAll(/\s+/g, ' ').trim();
  return [value !== null && `${key}:${quoted(value)}`, others].filter(Boolean).join(' ');
}

/** A value as it has to be typed. */
export function quoted(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
}

export function statusesLike(part: string, words: Readonly<Record<string, string>>): RunStatus[] {
  const wanted = part.toLowerCase();
  return STATUSES.filter((one) => one.startsWith(wanted) || words[one]?.toLowerCase().startsWith(wanted));
}
