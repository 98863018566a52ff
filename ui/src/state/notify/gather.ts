/** When to tell of runs that ended: the first at once, all that follow within half a minute in one go. Pure. */
import type { Values } from '../settings/values';

export const GATHER_MS = 30_000;

export interface Ended {
  id: string;
  name: string;
  status: string;
  /** Why it failed; empty for the rest. */
  reason: string;
}

export interface Gathered {
  /** When was told last, of a clock that never goes back; null for never. */
  toldMs: number | null;
  held: readonly Ended[];
}

export const NOTHING: Gathered = { toldMs: null, held: [] };

/** What there is to tell at `nowMs`, and what is left; with null for `run` only time has gone by. */
export function gather(before: Gathered, run: Ended | null, nowMs: number): { after: Gathered; tell: readonly Ended[] } {
  const held = run ? [...before.held, run] : before.held;
  if (held.length === 0 || leftMs({ ...before, held }, nowMs) !== 0) return { after: { ...before, held }, tell: [] };
  return { after: { toldMs: nowMs, held: [] }, tell: held };
}

/** Milliseconds until what is held is told; null while nothing is. */
export function leftMs({ toldMs, held }: Gathered, nowMs: number): number | null {
  if (held.length === 0) return null;
  return toldMs === null ? 0 : Math.max(0, toldMs + GATHER_MS - nowMs);
}

export type Kind = 'run_finished' | 'run_failed' | 'disk_low';

/** Which kind of notice an end is; null for one that the person brought about. */
export function kindOf(status: string): Kind | null {
  if (status === 'succeeded') return 'run_finished';
  return status === 'failed' || status === 'interrupted' ? 'run_failed' : null;
}

/** Whether the person wants to be told of it by the system. */
export function isWanted(kind: Kind | null, { notify, muted }: Pick<Values, 'notify' | 'muted'>, hasFocus: boolean): boolean {
  return kind !== null && notify && !hasFocus && !muted.includes(kind);
}
