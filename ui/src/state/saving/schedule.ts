/**
 * When what was changed is saved: a second after the last change, and every five seconds while changes go on. A graph
 * that takes long to save is saved more seldom: the journal has it meanwhile.
 */

export const QUIET_MS = 1000;
export const LONGEST_MS = 5000;

export interface Unsaved {
  firstMs: number;
  lastMs: number;
}

/** One more change. */
export function changed(unsaved: Unsaved | null, atMs: number): Unsaved {
  return { firstMs: unsaved?.firstMs ?? atMs, lastMs: atMs };
}

/** Of the time in which a person edits, saving takes no more than one part in so many. */
const SHARE = 10;

/** Milliseconds from `nowMs` until it is to be saved; 0 when that is overdue. tookMs: how long it took the last time. */
export function waitMs(unsaved: Unsaved, nowMs: number, tookMs = 0): number {
  const quietMs = Math.max(QUIET_MS, 2 * tookMs);
  const longestMs = Math.max(LONGEST_MS, SHARE * tookMs);
  return Math.max(0, Math.min(unsaved.lastMs + quietMs, unsaved.firstMs + longestMs) - nowMs);
}

/** Milliseconds before the n-th try again after the server was not there. */
export function retryMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 15_000);
}

/** The n-th name to try for a graph that is new to the server, from 1. */
export function nthName(name: string, attempt: number): string {
  // a name of 80 characters has 240 bytes at most: with its number and `.json` it is a file on every system
  const short = name.slice(0, 80).replace(/\p{Surrogate}$/u, '');
  return attempt <= 1 ? short : `${short} ${attempt}`;
}
