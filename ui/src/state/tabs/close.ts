/** Tabs that are closed: saved first, and what cannot be saved is asked about. */
import { create } from 'zustand';
import { parseRoute } from '../route';
import { graphOf } from './graphs';
import { closed } from './list';
import { addTab, dropTab, isFront, swapTo, useTabs } from './tabs';
import { activate, goToFront, openGraph, saveTab } from '../saving/saver';

/** The tab whose closing would lose something, while the person is asked about it. */
export const useClosing = create<{ tab: string | null }>(() => ({ tab: null }));

/** Files of graphs that were closed in this visit, the last one last. */
const past: string[] = [];

/** Close a tab once the server has all of it; asks where it has not. isSure: the person has said that it may be lost. */
export async function closeTab(tab: string, isSure = false): Promise<void> {
  useClosing.setState({ tab: null });
  if (!isSure && !(await saveTab(tab))) return useClosing.setState({ tab });
  const list = useTabs.getState();
  const here = list.tabs.find((one) => one.id === tab);
  if (!here) return;
  const next = closed(list, tab).active;
  const isCanvas = parseRoute(location.hash).view === 'canvas';
  if (isFront(tab) && next) {
    try {
      await activate(next, isCanvas);
    } catch {
      swapTo(addTab()); // its graph cannot be loaded now: it waits for another time
    }
  }
  const file = graphOf(tab)?.open.file ?? here.file;
  dropTab(tab);
  if (isCanvas) goToFront();
  if (file !== null) past.push(file);
}

/** Whether something was closed that can be opened again. */
export function canReopen(): boolean {
  return past.length > 0;
}

/** Open what was closed last. Throws ApiError. */
export async function reopen(): Promise<void> {
  const file = past.pop();
  if (file !== undefined) await openGraph(file);
}
