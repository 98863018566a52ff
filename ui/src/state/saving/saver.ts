/** Saves what is open by itself: a keeper for each tab, the one in front seen through `useSaving`. */
import { create } from 'zustand';
import { isDesktop } from '../../api/desktop';
import { sentence } from '../../words/refusal';
import { useConnection } from '../connection';
import { useEditor } from '../editor';
import { emptyDocument, type GraphDocument } from '../graph/document';
import { sayLosses } from '../graph/file';
import type { History } from '../graph/history';
import { go, hashOfSource, parseRoute, type Source } from '../route';
import { onSetting, setting } from '../settings/settings';
import { graphOf, isPristine, markSaved } from '../tabs/graphs';
import { addTab, front, isFront, perTab, swapTo, tabOf, tellTab, useTabs } from '../tabs/tabs';
import { toast } from '../toasts';
import type { Entry } from './journal';
import { CLEAN, Keeper, type Saving } from './keeper';
import { load, type Loaded } from './remote';
import { windowId } from './windows';

export type { Phase } from './keeper';

/** How the graph in front fares. */
export const useSaving = create<Saving>(() => CLEAN);

let current = keeperOf(front());

const parked = perTab<Keeper>({
  take: () => current,
  give: (tab, kept) => {
    current = kept ?? keeperOf(tab);
    useSaving.setState(current.saving);
  },
  drop: (_, kept) => {
    kept?.stop();
    void kept?.forget();
  },
});

function keeperOf(tab: string): Keeper {
  const keeper: Keeper = new Keeper(`${windowId}/${tab}`, {
    read: () => graphOf(tab),
    saved: (doc, open, before) => {
      markSaved(tab, doc, open);
      // a save must not pull a person back who has gone to another view meanwhile
      if (isFront(tab) && open.file !== before.file && parseRoute(location.hash).view === 'canvas') go({ view: 'canvas', id: open.file });
    },
    told: (saving) => {
      if (isFront(tab)) useSaving.setState(saving);
      tellTab(tab, { isUnsaved: isAtRisk(saving.phase) });
    },
    refused: (why) => {
      const name = graphOf(tab)?.root.name;
      toast({ tone: 'error', text: (t) => t('mend.not_saved', { name: name || t('canvas.untitled'), why: sentence(t, why) }) });
    },
  });
  return keeper;
}

/** What is changed is saved a moment later; only what stays unsaved is worth a mark. */
function isAtRisk(phase: Saving['phase']): boolean {
  return ['away', 'conflict', 'refused'].includes(phase) || (phase === 'dirty' && !setting('autosave'));
}

/** Save from now on; once, when the program starts. */
export function watchChanges(): void {
  useEditor.subscribe((now, before) => {
    if (now.root !== before.root && now.loads === before.loads) current.noticed(isStep(before.history, now.history));
  });
  addEventListener('pagehide', () => void saveAll());
  addEventListener('beforeunload', askToStay);
  useConnection.subscribe(({ link }, before) => {
    if (link === 'up' && before.link !== 'up') keepers().forEach((keeper) => void keeper.retry());
  });
  onSetting('autosave', (isOn) => {
    if (isOn) void saveAll();
  });
}

/** Whether what was recorded last is a step of its own: typing that goes on joins the one before. */
function isStep(before: History<unknown>, now: History<unknown>): boolean {
  return before.past.length !== now.past.length || before.past.at(-1)?.before !== now.past.at(-1)?.before;
}

/** A browser asks before it closes the window while the server cannot be told; a window of ours asks by itself. */
function askToStay(event: Event): void {
  if (isDesktop() || useConnection.getState().link === 'up') return;
  if (keepers().some(({ saving }) => saving.phase !== 'clean')) event.preventDefault();
}

function keepers(): Keeper[] {
  return useTabs.getState().tabs.flatMap(({ id }) => (isFront(id) ? current : parked.of(id)) ?? []);
}

/** Open a graph of the server, in the tab that has it already, else in one of its own. Throws ApiError. */
export async function openGraph(file: string): Promise<void> {
  const there = tabOf(file);
  if (there) return activate(there.id);
  turns += 1;
  const loaded = await load(file);
  const other = loaded.open.file === file ? undefined : tabOf(loaded.open.file ?? file);
  if (other) return activate(other.id); // it was meant by another of its names
  void saveNow();
  put(loaded);
  goToFront();
}

/** Open a document that the server does not have: a template, a file, nothing. It is saved under a name of its own. */
export async function openDocument(doc: GraphDocument): Promise<void> {
  void saveNow();
  put({ doc, open: { file: null, revision: null } });
  go({ view: 'canvas' });
  if (doc.nodes.length > 0) current.noticed();
}

let turns = 0;

/** Bring a tab to the front; loads its graph where that has not been done. isShown: go to the canvas. Throws ApiError. */
export async function activate(tab: string, isShown = true): Promise<void> {
  const turn = (turns += 1);
  const { tabs } = useTabs.getState();
  const file = tabs.find((one) => one.id === tab)?.file ?? null;
  const loaded = file !== null && graphOf(tab)?.open.file !== file ? await load(file) : null;
  if (turn !== turns) return; // another one was wanted meanwhile
  void saveNow();
  swapTo(tab);
  if (loaded) show(loaded);
  if (isShown) goToFront();
}

/** Have the address name what is in front. */
export function goToFront(): void {
  const { open, readOnly } = useEditor.getState();
  if (readOnly) location.hash = hashOfSource(readOnly);
  else go({ view: 'canvas', id: open.file });
}

/** Of two versions, keep ours: as a graph of its own, so that nobody's work is written over. */
export async function keepMine(): Promise<void> {
  useEditor.setState({ open: { file: null, revision: null } });
  current.set({ phase: 'dirty', refusal: null });
  current.noticed();
  await saveNow();
}

/** Of two versions, take the server's. */
export async function takeTheirs(): Promise<void> {
  const { file } = useEditor.getState().open;
  if (file === null) return;
  show(await load(file));
  await current.forget();
}

/** Save what is in front now, if there is anything to save. */
export async function saveNow(): Promise<void> {
  await current.saveNow();
}

/** The same for one tab. Answers whether the server has all of it. */
export async function saveTab(tab: string): Promise<boolean> {
  const keeper = isFront(tab) ? current : parked.of(tab);
  await keeper?.saveNow();
  return !keeper || keeper.saving.phase === 'clean';
}

/** The same for every tab. */
export async function saveAll(): Promise<void> {
  await Promise.all(useTabs.getState().tabs.map(({ id }) => saveTab(id)));
}

/** Take up what an earlier window had not saved, in the tab in front. theirs: what the server has of it now. */
export function restore({ doc, open, changes }: Entry, theirs: Loaded | null): void {
  const editor = useEditor.getState();
  if (theirs !== null && theirs.open.revision === open.revision) {
    // on top of what is saved, so that it can be undone
    editor.load(theirs.doc, theirs.open);
    editor.changeRoot('restore', () => doc);
  } else {
    editor.load(doc, open);
    // what we know the server to have is the revision from before: everything since counts as a change
    useEditor.setState({ saved: emptyDocument('') });
  }
  current.begin(changes);
  current.noticed(false);
}

/** Show a graph in the tab in front if nothing is in that, else in a new one. */
function put(loaded: Loaded): void {
  if (!isPristine()) swapTo(addTab());
  show(loaded);
}

/** Show a graph in the tab in front. readOnly: it can only be looked at. */
export function show({ doc, open, more }: Loaded, readOnly: Source | null = null): void {
  // what could not be read stays in the file: what is left of it is a graph of its own
  const isPart = more !== undefined && sayLosses(open.file ?? doc.name ?? '', more);
  useEditor.getState().load(doc, isPart ? { file: null, revision: null } : open, readOnly);
  current.begin();
}
