/** What is typed over the list of runs, as the server is asked for it: `status:failed tag:thesis any words`. */

export const STATUSES = ['running', 'queued', 'disconnected', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const;
export type RunStatus = (typeof STATUSES)[number];

export interface RunQuery {
  status: readonly string[];
  q: string;
  tag: string;
  graph: string;
  worker: string;
}

/** unknown: the first status of which nobody has heard; the query is then good for nothing. */
export interface ParsedFilter {
  query: RunQuery;
  unknown: string | null;
}

const TOKEN = /(?:(status|tag|graph|worker):)?(?:"([^"]*)"?|(\S+))/giu;

/**
 * Read what was typed. A status may be the beginning of one, in either language, and several joined by commas; of other
 * keys the last one counts; what has no key is looked for in names and ids. words: each status in the reader's language.
 */
export function parseFilter(typed: string, words: Readonly<Record<string, string>> = {}): ParsedFilter {
  const status = new Set<string>();
  const plain: string[] = [];
  const named = { tag: '', graph: '', worker: '' };
  let unknown: string | null = null;
  for (const [, key, quoted, bare] of typed.matchAll(TOKEN)) {
    const value = quoted ?? bare ?? '';
    const name = key?.toLowerCase();
    if (name === 'status') {
      for (const part of value.split(',').filter(Boolean)) {
        const found = statusesLike(part, words);
        if (found.length === 0) unknown ??= part;
        for (const one of found) status.add(one);
      }
    } else if (name === 'tag' || name === 'graph' || name === 'worker') named[name] = value;
    else plain.push(value);
  }
  return { query: { status: STATUSES.filter((one) => status.has(one)), q: plain.join(' '), ...named }, unknown };
}

/** The same text asking for this status alone, or for all of them. */
export function withStatus(typed: string, status: RunStatus | null): string {
  const others = typed.replaceAll(/(^|\s)status:("[^"]*"?|\S*)/giu, ' ').replaceAll(/\s+/g, ' ').trim();
  return [status && `status:${status}`, others].filter(Boolean).join(' ');
}

function statusesLike(part: string, words: Readonly<Record<string, string>>): RunStatus[] {
  const wanted = part.toLowerCase();
  return STATUSES.filter((one) => one.startsWith(wanted) || words[one]?.toLowerCase().startsWith(wanted));
}
