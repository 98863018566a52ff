/**
 * The window's own preferences: `useSetting('snap')` in a component, `setting('snap')` elsewhere, `setSetting` to change
 * one. They hold at once, are kept by the server (so that the desktop window and a browser agree), and lie in this
 * browser too for the first paint. What the server has not confirmed is sent again when it is back.
 */
import { create } from 'zustand';
import { ApiError, ask, type Refusal } from '../../api/http';
import type { Preferences } from '../../api/types.gen';
import { forgetAsked } from './asked';
import { DEFAULTS, readCache, withChanges, without, type Changes, type Key, type Values } from './values';

export type { Key, Values } from './values';
export { DEFAULTS } from './values';

const KEPT = 'cdui.settings';
const QUIET_MS = 250;
const AGAIN_MS = 5000;

interface Settings {
  /** As they hold now: what the server has with what is not saved yet over it. */
  values: Values;
  pending: Changes;
  /** The server has answered at least once in this visit: what is seen is not only this browser's memory. */
  isKnown: boolean;
  /** Why the server would not keep the last change; the change is gone then. */
  refusal: Refusal | null;
}

export const useSettings = create<Settings>(() => {
  const { values, pending } = fromBrowser();
  return { values: withChanges(values, pending), pending, isKnown: false, refusal: null };
});

/** One preference, in a component. */
export function useSetting<K extends Key>(key: K): Values[K] {
  return useSettings((state) => state.values[key]);
}

/** One preference, elsewhere. */
export function setting<K extends Key>(key: K): Values[K] {
  return useSettings.getState().values[key];
}

/** Change one; null gives the default back. It holds at once and is saved a moment later. */
export function setSetting<K extends Key>(key: K, value: Values[K] | null): void {
  if (key === 'theme') forgetAsked('theme');
  if (key === 'language') forgetAsked('lang');
  const { values, pending } = useSettings.getState();
  const change: Changes = { [key]: value };
  // a new object each time, so that a look which only the address had changed is drawn anew as well
  useSettings.setState({ values: withChanges(values, change), pending: { ...pending, ...change }, refusal: null });
  toBrowser();
  plan(QUIET_MS);
}

/** Be told of another value of one preference; answers how to be told no more. */
export function onSetting<K extends Key>(key: K, told: (value: Values[K]) => void): () => void {
  return useSettings.subscribe((now, before) => {
    if (now.values[key] !== before.values[key]) told(now.values[key]);
  });
}

let timer: ReturnType<typeof setTimeout> | null = null;
let isAsking = false;

/** Ask the server, and keep in step with it and with other windows from now on. */
export function startSettings(): void {
  addEventListener('storage', (event) => {
    if (event.key === KEPT) takeUp();
  });
  addEventListener('focus', () => void sync());
  addEventListener('pagehide', () => {
    if (timer) void sync();
  });
  void sync();
}

/** Save what is not saved, then read what another window may have changed. */
export async function sync(): Promise<void> {
  if (timer) clearTimeout(timer);
  timer = null;
  if (isAsking) return plan(QUIET_MS);
  isAsking = true;
  const sent = useSettings.getState().pending;
  try {
    const got = Object.keys(sent).length > 0
      ? await ask<Preferences>('PATCH', '/api/preferences', { body: sent })
      : await ask<Preferences>('GET', '/api/preferences');
    answered(got, sent, null);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failed(error, sent);
  } finally {
    isAsking = false;
  }
}

function answered(got: Preferences, sent: Changes, refusal: Refusal | null): void {
  const pending = without(useSettings.getState().pending, sent);
  const values = withChanges({ ...DEFAULTS, ...got }, pending);
  useSettings.setState({ values: steady(useSettings.getState().values, values), pending, isKnown: true, refusal });
  toBrowser();
  if (Object.keys(pending).length > 0) plan(QUIET_MS);
}

function failed(error: ApiError, sent: Changes): void {
  if (error.status === 0 || error.status >= 500) {
    if (Object.keys(sent).length > 0) plan(AGAIN_MS);
    return;
  }
  if (Object.keys(sent).length === 0) return useSettings.setState({ refusal: error.refusal });
  // it would be refused again and again: what the server has holds
  useSettings.setState({ pending: without(useSettings.getState().pending, sent), refusal: error.refusal });
  void ask<Preferences>('GET', '/api/preferences').then(
    (got) => answered(got, {}, error.refusal),
    () => undefined,
  );
}

function plan(ms: number): void {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => void sync(), ms);
}

/** Values that are the same keep their identity, so that nobody draws anew for nothing. */
function steady(before: Values, now: Values): Values {
  const same = Object.entries(now).map(([key, value]) => {
    const old: unknown = before[key as Key];
    return [key, JSON.stringify(old) === JSON.stringify(value) ? old : value];
  });
  return Object.fromEntries(same) as Values;
}

function takeUp(): void {
  const { values, pending } = fromBrowser();
  const next = withChanges(values, { ...pending, ...useSettings.getState().pending });
  useSettings.setState({ values: steady(useSettings.getState().values, next) });
}

function fromBrowser(): ReturnType<typeof readCache> {
  try {
    return readCache(globalThis.localStorage?.getItem(KEPT) ?? null);
  } catch {
    return readCache(null); // a browser that keeps nothing
  }
}

function toBrowser(): void {
  const { values, pending } = useSettings.getState();
  try {
    localStorage.setItem(KEPT, JSON.stringify({ values, pending }));
  } catch {
    // as above: it holds for this visit
  }
}
