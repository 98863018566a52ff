/** Undo and redo as values: every change has a label; changes of one burst are one step. */

export interface Step<T> {
  before: T;
  label: string;
  /** Changes with the same key within BURST_MS join one step; null never joins. */
  key: string | null;
  atMs: number;
}

export interface History<T> {
  past: readonly Step<T>[];
  future: readonly Step<T>[];
}

export const BURST_MS = 1000;
export const MAX_STEPS = 500;

export function noHistory<T>(): History<T> {
  return { past: [], future: [] };
}

/** `before` has been changed into something else just now. */
export function recorded<T>(history: History<T>, before: T, label: string, key: string | null, atMs: number): History<T> {
  const last = history.past.at(-1);
  if (last && key !== null && last.key === key && atMs - last.atMs < BURST_MS) {
    return { past: [...history.past.slice(0, -1), { ...last, atMs }], future: [] };
  }
  return { past: [...history.past.slice(1 - MAX_STEPS), { before, label, key, atMs }], future: [] };
}

/** Go back one step from `now`; null when there is none. */
export function undone<T>(history: History<T>, now: T): { value: T; label: string; history: History<T> } | null {
  const last = history.past.at(-1);
  if (!last) return null;
  const step = { ...last, before: now, key: null };
  return {
    value: last.before,
    label: last.label,
    history: { past: history.past.slice(0, -1), future: [...history.future, step] },
  };
}

/** Do again what was undone last; null when nothing was. */
export function redone<T>(history: History<T>, now: T): { value: T; label: string; history: History<T> } | null {
  const next = history.future.at(-1);
  if (!next) return null;
  const step = { ...next, before: now, key: null };
  return {
    value: next.before,
    label: next.label,
    history: { past: [...history.past, step], future: history.future.slice(0, -1) },
  };
}
