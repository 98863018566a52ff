/** What can be set about the window, with its defaults, as pure functions. Kept by the server; see settings.ts. */
import type { Preferences } from '../../api/types.gen';

export type Values = Required<Preferences>;
export type Key = keyof Values;
/** What is to be saved: a value, or null for the default. */
export type Changes = { [K in Key]?: Values[K] | null };

export const DEFAULTS: Readonly<Values> = {
  theme: 'system',
  language: 'auto',
  font_size: 13,
  density: 'compact',
  motion: 'system',
  grid: 'dots',
  snap: false,
  wire_style: 'curved',
  previews: true,
  autosave: true,
  record_outputs: true,
  notify: true,
  muted: [],
  shortcuts: {},
  on_quit: 'ask',
  disk_low_gib: 2,
  welcomed: false,
  checklist: true,
  steps: [],
  favourites: [],
};

/** The values with changes laid over them; null gives a default back. */
export function withChanges(values: Values, changes: Changes): Values {
  const next: Record<string, unknown> = { ...values };
  for (const [key, value] of Object.entries(changes)) {
    if (value !== undefined) next[key] = value ?? DEFAULTS[key as Key];
  }
  return next as unknown as Values;
}

/** Of changes that were sent, those that were not changed again while they were under way. */
export function without(pending: Changes, sent: Changes): Changes {
  const left = Object.entries(pending).filter(([key, value]) => sent[key as Key] !== value);
  return Object.fromEntries(left) as Changes;
}

export interface Cache {
  values: Values;
  /** What the server has not confirmed. */
  pending: Changes;
}

/** What an earlier visit left in this browser; whatever of it cannot be is as if it was not there. */
export function readCache(text: string | null): Cache {
  try {
    const found = JSON.parse(text ?? '') as { values?: unknown; pending?: unknown } | null;
    return { values: withChanges({ ...DEFAULTS }, known(found?.values)), pending: known(found?.pending) };
  } catch {
    return { values: { ...DEFAULTS }, pending: {} };
  }
}

function known(given: unknown): Changes {
  if (typeof given !== 'object' || given === null) return {};
  const found = Object.entries(given).filter(([key, value]) => key in DEFAULTS && (value === null || isLike(value, key as Key)));
  return Object.fromEntries(found) as Changes;
}

/** Whether a value is of the kind that its default is; which of its kind is for the server to say. */
function isLike(value: unknown, key: Key): boolean {
  return typeof value === typeof DEFAULTS[key] && Array.isArray(value) === Array.isArray(DEFAULTS[key]);
}
