/** How a window begins: with the tabs of before, with what an earlier window had not saved, at what the address names. */
import { ApiError } from '../../api/http';
import { sentenceOf } from '../../words/refusal';
import { parseRoute } from '../route';
import * as journal from '../saving/journal';
import { activate, holdWindow, openGraph, restore, watchChanges } from '../saving/saver';
import { toast } from '../toasts';
import { graphOf, watchNames } from './graphs';
import { rememberedTabs, watchTabs } from './memory';
import { addTab, addTabs, dropTab, front, swapTo, tabOf, useTabs } from './tabs';

/** Begin, then save, remember and follow the address; once, when the program starts. */
export async function startTabs(): Promise<void> {
  const others = await openWindows();
  holdWindow();
  const empty = front();
  const kept = rememberedTabs(others.size === 0);
  if (kept) addTabs(kept);
  watchNames();
  const left = (await entries()).filter(({ window }) => !others.has(window.split('/')[0]!));
  const restored = left.map((entry) => restoreOne(entry, empty));
  watchTabs();
  watchChanges();
  addEventListener('hashchange', () => void openRoute());
  // what the address names comes first, then what was being changed last, then what was in front
  const named = namedGraph();
  if (named !== null) await orSay(openGraph(named));
  else await orSay(activate(restored[0] ?? kept?.active ?? empty, parseRoute(location.hash).view === 'canvas'));
  if (front() !== empty && graphOf(empty)?.root.nodes.length === 0) dropTab(empty);
}

/** The names that windows of this program hold. */
async function openWindows(): Promise<ReadonlySet<string>> {
  const { held } = (await navigator.locks?.query()) ?? {};
  return new Set(held?.map((lock) => lock.name ?? ''));
}

async function entries(): Promise<journal.Entry[]> {
  try {
    return await journal.entries();
  } catch {
    return []; // a browser without a database of its own
  }
}

/** Give what was not saved a tab: the one it was in, the one with its file, or a new one. Answers its id. */
function restoreOne({ window, doc, open }: journal.Entry, empty: string): string {
  const before = window.split('/')[1];
  const { tabs } = useTabs.getState();
  const tab = tabs.find(({ id }) => id === before) ?? (open.file === null ? undefined : tabOf(open.file));
  const isUsed = front() !== empty || graphOf(empty)?.root.nodes.length !== 0;
  swapTo(tab?.id ?? (isUsed ? addTab(open.file, doc.name ?? '') : empty));
  restore({ doc, open });
  void journal.forget(window).catch(() => undefined);
  return front();
}

async function openRoute(): Promise<void> {
  const named = namedGraph();
  if (named !== null && tabOf(named)?.id !== front()) await orSay(openGraph(named));
}

function namedGraph(): string | null {
  const { view, id } = parseRoute(location.hash);
  return view === 'canvas' ? id : null;
}

/** Why a graph cannot be opened, as an answer to who wanted it. */
export async function orSay(opened: Promise<void>): Promise<void> {
  try {
    await opened;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast({ tone: 'error', text: (t) => sentenceOf(t, error) });
  }
}
