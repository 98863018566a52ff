/** How a window begins: with the tabs of before, with what an earlier window had not saved, at what the address names. */
import { ApiError } from '../../api/http';
import { sentenceOf } from '../../words/refusal';
import { useEditor } from '../editor';
import { hashOf, hashOfSource, parseRoute, type Source } from '../route';
import * as journal from '../saving/journal';
import { isSame, load } from '../saving/remote';
import { activate, openGraph, restore, watchChanges } from '../saving/saver';
import { whileBeginning, windowId } from '../saving/windows';
import { toast } from '../toasts';
import { useBeginning } from './beginning';
import { graphOf, watchNames } from './graphs';
import { editedBeside } from './list';
import { rememberedRun, rememberedTabs, watchTabs } from './memory';
import { addTab, addTabs, dropTab, front, moveTab, swapTo, tabOf, tellTab, useTabs } from './tabs';

/** Begin, then save, remember and follow the address; once, when the program starts. */
export async function startTabs(): Promise<void> {
  try {
    await begin();
  } finally {
    useBeginning.setState({ isOver: true });
  }
}

async function begin(): Promise<void> {
  const empty = front();
  const { left, isAlone } = await whileBeginning(async (others) => ({ left: await takeOver(others), isAlone: others.size === 0 }));
  const kept = rememberedTabs(isAlone);
  if (kept) addTabs(kept);
  watchNames();
  const restored = await restoreAll(left);
  watchTabs();
  watchChanges();
  addEventListener('hashchange', () => void openRoute());
  // what the address names comes first, then what was being changed last, then what was in front
  const { source } = parseRoute(location.hash);
  const named = namedGraph();
  const last = restored[0] ?? kept?.active ?? empty;
  if (source) await openSource(source);
  else if (named !== null) await openNamed(named, last);
  else await orSay(activate(last, parseRoute(location.hash).view === 'canvas'));
  if (front() !== empty && graphOf(empty)?.root.nodes.length === 0) dropTab(empty);
}

async function takeOver(others: ReadonlySet<string>): Promise<journal.Entry[]> {
  try {
    return await journal.takeOver(windowId, (window) => window === windowId || others.has(window));
  } catch {
    return []; // a browser without a database of its own
  }
}

/** Restore what is left, and say how much that was. Answers the tabs, in the order of the entries. */
async function restoreAll(left: readonly journal.Entry[]): Promise<string[]> {
  const done = new Map<string, number>();
  for (const entry of left) {
    const tab = await restoreOne(entry, done);
    if (tab !== null) done.set(tab, entry.changes);
  }
  const count = [...done.values()].reduce((sum, changes) => sum + changes, 0);
  if (count > 0) toast({ text: (t) => t('saving.restored', { count }) });
  return [...done.keys()];
}

/** Give what was not saved a tab: its own, in the place of the one with its file. Answers its id; null where nothing was lost. */
async function restoreOne(entry: journal.Entry, done: ReadonlyMap<string, number>): Promise<string | null> {
  const { file } = entry.open;
  const theirs = file === null ? null : await load(file).catch(() => null);
  if (theirs !== null && isSame(theirs.doc, entry.doc)) {
    // it had arrived, and the window was gone before it heard so
    await journal.forget(entry.window).catch(() => undefined);
    return null;
  }
  const id = journal.tabOf(entry.window);
  const { tabs } = useTabs.getState();
  const twin = file === null ? undefined : tabOf(file);
  // of two windows with one graph, what the other had becomes a graph of its own
  const isCopy = twin !== undefined && done.has(twin.id);
  if (!tabs.some((tab) => tab.id === id)) {
    addTab(isCopy ? null : file, entry.doc.name ?? '', id);
    tellTab(id, { run: rememberedRun(id) });
  }
  swapTo(id);
  restore(isCopy ? { ...entry, open: { file: null, revision: null } } : entry, isCopy ? null : theirs);
  if (twin && twin.id !== id && !isCopy) {
    moveTab(id, tabs.indexOf(twin));
    dropTab(twin.id);
  }
  return id;
}

async function openRoute(): Promise<void> {
  const { view, source } = parseRoute(location.hash);
  if (source) return openSource(source);
  const named = namedGraph();
  const { readOnly } = useEditor.getState();
  if (view === 'canvas' && named === null && readOnly) await orSay(activate(editedBeside(useTabs.getState()) ?? addTab(), true));
  if (named !== null && tabOf(named)?.id !== front()) await openNamed(named, front());
}

/** The graph that the address names; where that cannot be had, a tab that there is, and why. */
async function openNamed(file: string, otherwise: string): Promise<void> {
  try {
    await openGraph(file);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast({ tone: 'error', text: (t) => t('later.no_graph', { why: sentenceOf(t, error) }) });
    await orSay(activate(otherwise, false));
    const { open, readOnly } = useEditor.getState();
    // Back must not lead here again
    history.replaceState(null, '', readOnly ? hashOfSource(readOnly) : hashOf({ view: 'canvas', id: open.file }));
  }
}

/** Fetched with the first graph that can only be looked at. */
async function openSource(source: Source): Promise<void> {
  const { lookAt } = await import('./looking');
  await lookAt(source);
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
