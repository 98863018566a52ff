/** Saves what is open by itself, and keeps a journal of what the server has not confirmed. */
import { create } from 'zustand';
import { ApiError, type Refusal } from '../../api/http';
import { useEditor, type OpenGraph } from '../editor';
import { emptyDocument, type GraphDocument } from '../graph/document';
import { forDisk } from '../graph/known';
import { go, parseRoute } from '../route';
import { onSetting, setting } from '../settings/settings';
import * as journal from './journal';
import { load, save } from './remote';
import { changed, retryMs, waitMs, type Unsaved } from './schedule';

export type Phase = 'clean' | 'dirty' | 'saving' | 'away' | 'conflict' | 'refused';

interface Saving {
  phase: Phase;
  /** When the server confirmed last, milliseconds of the epoch. */
  savedMs: number | null;
  /** Why the server takes it not. */
  refusal: Refusal | null;
  /** The graph came from the journal of an earlier visit. */
  isRestored: boolean;
}

export const useSaving = create<Saving>(() => ({ phase: 'clean', savedMs: null, refusal: null, isRestored: false }));

const windowId = crypto.randomUUID();
let unsaved: Unsaved | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let attempt = 0;
let isSaving = false;

/** Begin: restore what a crash has left, open what the address names, and save from now on. */
export async function startSaving(): Promise<void> {
  void navigator.locks?.request(windowId, () => new Promise(() => undefined)); // held while this window lives
  if (!(await restore())) await openRoute();
  useEditor.subscribe((now, before) => {
    if (now.root !== before.root && now.open === before.open) noticed(now.root);
  });
  addEventListener('hashchange', () => void openRoute());
  addEventListener('pagehide', () => void saveNow());
  onSetting('autosave', (isOn) => {
    if (isOn) void saveNow();
  });
}

/** Open a graph of the server. Throws ApiError. */
export async function openGraph(file: string): Promise<void> {
  await saveNow();
  show(await load(file));
  go({ view: 'canvas', id: file });
}

/** Open a document that the server does not have: a template, a file, nothing. It is saved under a name of its own. */
export async function openDocument(doc: GraphDocument): Promise<void> {
  await saveNow();
  show({ doc, open: { file: null, revision: null } });
  go({ view: 'canvas' });
  if (doc.nodes.length > 0) noticed(doc);
}

/** Of two versions, keep ours: as a graph of its own, so that nobody's work is written over. */
export async function keepMine(): Promise<void> {
  const { root } = useEditor.getState();
  useEditor.setState({ open: { file: null, revision: null } });
  useSaving.setState({ phase: 'dirty', refusal: null });
  noticed(root);
  await saveNow();
}

/** Of two versions, take the server's. */
export async function takeTheirs(): Promise<void> {
  const { file } = useEditor.getState().open;
  if (file === null) return;
  show(await load(file));
  await journal.forget(windowId).catch(() => undefined);
}

/** Save what is open now, if there is anything to save. */
export async function saveNow(): Promise<void> {
  if (unsaved && !isSaving && useSaving.getState().phase !== 'conflict') await saveOnce();
}

function show({ doc, open }: { doc: GraphDocument; open: OpenGraph }): void {
  if (timer) clearTimeout(timer);
  unsaved = null;
  attempt = 0;
  useEditor.getState().load(doc, open);
  useSaving.setState({ phase: 'clean', refusal: null, savedMs: null, isRestored: false });
}

async function openRoute(): Promise<void> {
  const { view, id } = parseRoute(location.hash);
  const { file } = useEditor.getState().open;
  if (view !== 'canvas' || id === null || id === file) return;
  try {
    await openGraph(id);
  } catch (error) {
    if (error instanceof ApiError) useSaving.setState({ refusal: error.refusal });
  }
}

/** Take up what a window that is gone had not saved. */
async function restore(): Promise<boolean> {
  try {
    const held = new Set((await navigator.locks?.query())?.held?.map((lock) => lock.name));
    const left = (await journal.entries()).filter((entry) => !held.has(entry.window));
    const newest = left[0];
    for (const entry of left) await journal.forget(entry.window);
    if (!newest) return false;
    // what we know the server to have is the revision from before: everything since counts as a change
    useEditor.getState().load(newest.doc, newest.open);
    useEditor.setState({ saved: emptyDocument('') });
    useSaving.setState({ isRestored: true });
    if (newest.open.file !== null) go({ view: 'canvas', id: newest.open.file });
    noticed(newest.doc);
    return true;
  } catch {
    return false; // a browser without a database of its own
  }
}

function noticed(doc: GraphDocument): void {
  const { open } = useEditor.getState();
  unsaved = changed(unsaved, Date.now());
  void journal.write({ window: windowId, open, doc: forDisk(doc), atMs: Date.now() }).catch(() => undefined);
  const { phase } = useSaving.getState();
  if (phase === 'conflict') return; // it is for the person to say which one stays
  if (phase !== 'saving') useSaving.setState({ phase: 'dirty' });
  if (setting('autosave')) plan(waitMs(unsaved, Date.now()));
}

function plan(ms: number): void {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => void saveNow(), ms);
}

async function saveOnce(): Promise<void> {
  const { root: doc, open } = useEditor.getState();
  const before = unsaved;
  isSaving = true;
  unsaved = null;
  useSaving.setState({ phase: 'saving' });
  try {
    const saved = await save(doc, open);
    attempt = 0;
    confirmed(doc, open, saved);
  } catch (error) {
    unsaved = unsaved ?? before;
    failed(error);
  } finally {
    isSaving = false;
  }
}

function confirmed(doc: GraphDocument, open: OpenGraph, saved: OpenGraph): void {
  const editor = useEditor.getState();
  if (editor.open !== open) return; // another graph was opened meanwhile
  editor.markSaved(doc, saved);
  // a save must not pull a person back who has gone to another view meanwhile
  if (saved.file !== open.file && parseRoute(location.hash).view === 'canvas') go({ view: 'canvas', id: saved.file });
  const isAll = useEditor.getState().root === doc;
  useSaving.setState({ phase: isAll ? 'clean' : 'dirty', savedMs: Date.now(), refusal: null });
  if (isAll) void journal.forget(windowId).catch(() => undefined);
  else noticed(useEditor.getState().root);
}

function failed(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'revision_conflict') {
    useSaving.setState({ phase: 'conflict', refusal: error.refusal });
  } else if (error.status === 0 || error.status >= 500) {
    useSaving.setState({ phase: 'away', refusal: error.refusal });
    plan(retryMs(attempt++));
  } else {
    useSaving.setState({ phase: 'refused', refusal: error.refusal });
  }
}
