/** Where in the program one is: the part of the address after `#`. Back and deep links work by it. */
import { useSyncExternalStore } from 'react';

export type View = 'canvas' | 'runs' | 'sweeps' | 'studies' | 'workers' | 'settings';

export interface Route {
  view: View;
  /** What of the view is shown: a graph's file, a run's id, a page. */
  id: string | null;
  /** A tab of it. */
  tab: string | null;
}

const NAMES: Record<string, View> = {
  g: 'canvas', runs: 'runs', sweeps: 'sweeps', studies: 'studies', workers: 'workers', settings: 'settings',
};
const PARTS: Record<View, string> = {
  canvas: 'g', runs: 'runs', sweeps: 'sweeps', studies: 'studies', workers: 'workers', settings: 'settings',
};

/** Read an address; whatever is none of ours is the canvas. */
export function parseRoute(hash: string): Route {
  const [name = '', id, tab] = hash.replace(/^#\/?/, '').split('/').map(decode);
  return { view: NAMES[name] ?? 'canvas', id: id || null, tab: tab || null };
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
