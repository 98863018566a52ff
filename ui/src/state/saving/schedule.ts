/** When what was changed is saved: a second after the last change, and every five seconds while changes go on. */

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

/** Milliseconds from `nowMs` until it is to be saved; 0 when that is overdue. */
export function waitMs(unsaved: Unsaved, nowMs: number): number {
  return Math.max(0, Math.min(unsaved.lastMs + QUIET_MS, unsaved.firstMs + LONGEST_MS) - nowMs);
}

/** Milliseconds before the n-th try again after the server was not there. */
export function retryMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 15_000);
}

/** The n-th name to try for a graph that is new to the server, from 1. */
export function nthName(name: string, attempt: number): string {
  return attempt <= 1 ? name : `${name} ${attempt}`;
}
