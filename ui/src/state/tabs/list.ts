/** The graphs that are open in this window, as a list with one in front. Pure. */
import type { Source } from '../route';

export interface Tab {
  /** Of the tab, not of the graph: a graph may have no file yet. */
  id: string;
  /** Its file on the server, null before it was saved for the first time. */
  file: string | null;
  name: string;
  /** Something of it is not on the server. */
  isUnsaved: boolean;
  /** Its run waits or executes. */
  isRunning: boolean;
  /** The run that it follows, or followed last. */
  run: string | null;
  /** It can only be looked at: what it is of. */
  source: Source | null;
}

export interface TabList {
  tabs: readonly Tab[];
  active: string;
}

export function newTab(id: string, file: string | null = null, name = '', source: Source | null = null): Tab {
  return { id, file, name, isUnsaved: false, isRunning: false, run: null, source };
}

/** One more, behind the one in front, which stays in front. */
export function added({ tabs, active }: TabList, tab: Tab): TabList {
  const at = tabs.findIndex((one) => one.id === active) + 1;
  return { tabs: [...tabs.slice(0, at), tab, ...tabs.slice(at)], active };
}

/** Without one. Where it was in front, the one after it comes to the front, or the one before it. */
export function closed({ tabs, active }: TabList, id: string): TabList {
  const at = tabs.findIndex((one) => one.id === id);
  const left = tabs.filter((one) => one.id !== id);
  const next = id === active ? (left[at] ?? left[at - 1])?.id : active;
  return { tabs: left, active: next ?? '' };
}

/** With one at another place. */
export function moved({ tabs, active }: TabList, id: string, to: number): TabList {
  const tab = tabs.find((one) => one.id === id);
  if (!tab) return { tabs, active };
  const left = tabs.filter((one) => one.id !== id);
  const at = Math.max(0, Math.min(to, left.length));
  return { tabs: [...left.slice(0, at), tab, ...left.slice(at)], active };
}

/** With something else known about one; the same list where it was known. */
export function told(list: TabList, id: string, facts: Partial<Omit<Tab, 'id'>>): TabList {
  const tab = list.tabs.find((one) => one.id === id);
  const isNews = tab && Object.entries(facts).some(([key, value]) => tab[key as keyof Tab] !== value);
  return isNews ? { ...list, tabs: list.tabs.map((one) => (one === tab ? { ...one, ...facts } : one)) } : list;
}

/** The one beside the one in front, round at the ends. step: 1 or -1. */
export function beside({ tabs, active }: TabList, step: number): string {
  const at = tabs.findIndex((one) => one.id === active);
  return tabs[(at + step + tabs.length) % tabs.length]?.id ?? active;
}

/** The tab that is edited, of those beside one that can only be looked at: the one before it, from which it was opened, else the next. */
export function editedBeside({ tabs, active }: TabList): string | null {
  const at = tabs.findIndex((one) => one.id === active);
  const found = tabs.slice(0, at).findLast((one) => one.source === null) ?? tabs.slice(at).find((one) => one.source === null);
  return found?.id ?? null;
}

/** What an earlier visit left: only graphs that the server had; null where it makes no sense. */
export function readTabs(text: string | null): TabList | null {
  try {
    const kept = JSON.parse(text ?? '') as { tabs?: unknown; active?: unknown };
    if (!Array.isArray(kept.tabs)) return null;
    const tabs = kept.tabs.flatMap((one: Partial<Tab> | null) =>
      typeof one?.id === 'string' && typeof one.file === 'string' ? [{ ...newTab(one.id, one.file, String(one.name ?? '')), run: typeof one.run === 'string' ? one.run : null }] : [],
    );
    const isOnce = new Set(tabs.map((one) => one.file)).size === tabs.length && new Set(tabs.map((one) => one.id)).size === tabs.length;
    if (tabs.length === 0 || !isOnce) return null;
    return { tabs, active: tabs.some((one) => one.id === kept.active) ? String(kept.active) : tabs[0]!.id };
  } catch {
    return null;
  }
}
