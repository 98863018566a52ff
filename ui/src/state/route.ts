/** Where in the program one is: the part of the address after `#`. Back and deep links work by it. */
import { useSyncExternalStore } from 'react';

/** `nowhere`: the address leads to no place. */
export type View = 'canvas' | 'runs' | 'sweeps' | 'studies' | 'workers' | 'settings' | 'nowhere';

/** A graph that can only be looked at: a run's, or an earlier version of one. */
export type Source = { of: 'run'; run: string } | { of: 'version'; file: string; revision: number };

export interface Route {
  view: View;
  /** What of the view is shown: a graph's file, a run's id, a page. */
  id: string | null;
  /** A tab of it. */
  tab: string | null;
  /** The canvas shows this one, which has no file of its own. */
  source?: Source;
}

const NAMES = new Map<string, View>([
  ['', 'canvas'], ['g', 'canvas'], ['runs', 'runs'], ['sweeps', 'sweeps'], ['studies', 'studies'], ['workers', 'workers'], ['settings', 'settings'],
]);
const PARTS: Record<View, string> = {
  canvas: 'g', runs: 'runs', sweeps: 'sweeps', studies: 'studies', workers: 'workers', settings: 'settings', nowhere: '',
};

/** Read an address. */
export function parseRoute(hash: string): Route {
  const [name = '', id, tab] = hash.replace(/^#\/?/, '').split('/').map(decode);
  const source = sourceOf(name, id, tab);
  if (source) return { view: 'canvas', id: null, tab: null, source };
  return { view: NAMES.get(name) ?? 'nowhere', id: id || null, tab: tab || null };
}

function sourceOf(name: string, id = '', tab = ''): Source | null {
  if (name === 'runs' && id !== '' && tab === 'graph') return { of: 'run', run: id };
  return name === 'g' && id !== '' && /^\d{1,15}$/.test(tab) ? { of: 'version', file: id, revision: Number(tab) } : null;
}

/** The address of a graph that can only be looked at. */
export function hashOfSource(source: Source): string {
  return source.of === 'run' ? hashOf({ view: 'runs', id: source.run, tab: 'graph' }) : hashOf({ view: 'canvas', id: source.file, tab: String(source.revision) });
}

/** Whether two are of one graph. */
export function isSameSource(one: Source | null, other: Source | null): boolean {
  return one !== null && other !== null && hashOfSource(one) === hashOfSource(other);
}

/** An address that was written without its `#`, as the server lets one; null for one that is right as it is. */
export function hashOfPath(path: string, hash: string): string | null {
  if (path === '/') return null;
  return hash || (path === '/index.html' ? '#/' : `#${path}`);
}

/** The address of a route, `#` included. */
export function hashOf(route: { view: View; id?: string | null; tab?: string | null }): string {
  const parts = [PARTS[route.view], route.id, route.tab].filter((part): part is string => Boolean(part));
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** Go there; the page before stays one step back. */
export function go(route: { view: View; id?: string | null; tab?: string | null }): void {
  location.hash = hashOf(route);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(listen, () => location.hash);
  return parseRoute(hash);
}

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
