/** What a person has at hand in the palette: favourites, kept by the server; what was used last and which groups are open, kept in this browser. */
import { create } from 'zustand';
import type { Catalog, NodeRow } from '../graph/catalog';
import { setSetting, setting } from '../settings/settings';

export const MOST_RECENT = 10;

interface Kept {
  /** Node types, the one that was used last first. */
  recent: readonly string[];
  /** Groups of the palette that are open, or closed, otherwise than they begin. */
  open: Readonly<Record<string, boolean>>;
}

const KEY = 'cdui.palette';

export const useKept = create<Kept>(() => read());

/** A node of a type was added by hand. Another window may have added others meanwhile. */
export function used(type: string): void {
  change(({ recent }) => ({ recent: withUsed(recent, type) }));
}

export function setOpen(group: string, isOpen: boolean): void {
  change(({ open }) => ({ open: { ...open, [group]: isOpen } }));
}

/** A type joins the favourites as the last one, or leaves them. */
export function toggleFavourite(type: string): void {
  const now = setting('favourites');
  setSetting('favourites', now.includes(type) ? now.filter((one) => one !== type) : [...now, type]);
}

export function withUsed(recent: readonly string[], type: string): string[] {
  return [type, ...recent.filter((one) => one !== type)].slice(0, MOST_RECENT);
}

/** The rows of types in their order; types that are not there have none. */
export function rowsOf({ byName }: Catalog, types: readonly string[]): NodeRow[] {
  return types.flatMap((type) => byName.get(type) ?? []);
}

/** What may be wanted while nothing is typed: what was used last, then favourites, then everything else; each once. */
export function atHandFirst(catalog: Catalog, recent: readonly string[], favourites: readonly string[]): NodeRow[] {
  return [...new Set([...rowsOf(catalog, recent), ...rowsOf(catalog, favourites), ...catalog.rows])];
}

function change(make: (kept: Kept) => Partial<Kept>): void {
  const kept = read(useKept.getState());
  const next = { ...kept, ...make(kept) };
  useKept.setState(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // a browser that keeps nothing: it holds for this visit
  }
}

/** As the browser has it; `instead` where it keeps nothing. */
function read(instead: Kept = { recent: [], open: {} }): Kept {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? instead : readKept(text);
  } catch {
    return instead;
  }
}

/** What was kept, without whatever of it cannot be. */
export function readKept(text: string): Kept {
  const found = parsed(text);
  const { recent, open } = (typeof found === 'object' && found !== null ? found : {}) as { recent?: unknown; open?: unknown };
  return {
    recent: Array.isArray(recent) ? recent.filter((one) => typeof one === 'string').slice(0, MOST_RECENT) : [],
    open: Object.fromEntries(Object.entries(typeof open === 'object' && open !== null ? open : {}).filter(([, is]) => typeof is === 'boolean')) as Kept['open'],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
