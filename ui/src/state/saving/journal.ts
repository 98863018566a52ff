/** What is not on the server yet, in the browser's own database: it survives a crash of either. */
import type { OpenGraph } from '../editor';
import type { GraphDocument } from '../graph/document';
import { newId } from '../ids';
import { patched, type Patch } from '../problems/patch';

export interface Entry {
  /** Of the window and the tab that wrote it: `<window>/<tab>`. */
  window: string;
  open: OpenGraph;
  doc: GraphDocument;
  /** How many steps of editing the server does not have. */
  changes: number;
}

/** How a graph that has an entry went on since; the first is 1. What it says of the server holds from then on. */
export interface Step extends Omit<Entry, 'doc'> {
  step: number;
  patch: Patch;
}

/** order: grows with each write, whatever the clock says. */
type Row = Entry & { order?: number };
type StepRow = Step & { order: number };

const NAME = 'cdui-journal';
const STORE = 'graphs';
const STEPS = 'steps';

/** Write what a tab has; nothing of it is lost once this resolves. */
export async function write(entry: Entry): Promise<void> {
  await within('readwrite', (store, steps) => {
    steps.delete(stepsOf(entry.window));
    putLast(store, steps, (order) => store.put({ ...entry, order }));
  });
}

/** Write what has changed of a heavy graph since it was written; nothing of it is lost once this resolves. */
export async function addStep(step: Step): Promise<void> {
  await within('readwrite', (store, steps) => putLast(store, steps, (order) => steps.put({ ...step, order })));
}

/** The tab's graph is on the server. */
export async function forget(window: string): Promise<void> {
  await within('readwrite', (store, steps) => {
    store.delete(window);
    steps.delete(stepsOf(window));
  });
}

/** Entries with their steps, the one that was written last first; those without a change that the server has not are left out. */
export function withSteps(rows: readonly Row[], steps: readonly StepRow[]): Row[] {
  const found = rows.map((row) => {
    const own = steps.filter(({ window }) => window === row.window).sort((one, other) => one.step - other.step);
    const last = own.at(-1);
    if (!last) return row;
    const doc = own.reduce((so, { patch }) => patched(so, patch), row.doc);
    return { ...row, doc, open: last.open, changes: last.changes, order: last.order };
  });
  return found.filter(({ changes }) => changes > 0).sort((one, other) => (other.order ?? 0) - (one.order ?? 0));
}

/**
 * Take over, in one go, what windows have left that are no more: the one that was changed last comes first. Each entry
 * belongs to this window then, so that no other takes it too. isOpen: whether a window is still there.
 */
export async function takeOver(mine: string, isOpen: (window: string) => boolean): Promise<Entry[]> {
  const taken: Row[] = [];
  await within('readwrite', (store, steps) => {
    const [asked, more]: [IDBRequest<Row[]>, IDBRequest<StepRow[]>] = [store.getAll(), steps.getAll()];
    // requests of one transaction are answered in their order
    more.onsuccess = () => {
      const keys = new Set<string>();
      const left = asked.result.filter(({ window }) => !isOpen(ownerOf(window)));
      for (const { window } of left) {
        store.delete(window);
        steps.delete(stepsOf(window));
      }
      for (const row of withSteps(left, more.result)) {
        const kept = `${mine}/${tabOf(row.window)}`;
        // two windows may have had a tab of one name: a window that is duplicated keeps the names
        const window = keys.has(kept) ? `${mine}/${newId()}` : kept;
        keys.add(window);
        taken.push({ ...row, window });
      }
      putLast(store, steps, (order) => [...taken].reverse().forEach((row, at) => store.put({ ...row, order: order + at })));
    };
  });
  return taken;
}

export function tabOf(window: string): string {
  return window.split('/')[1] ?? '';
}

function ownerOf(window: string): string {
  return window.split('/')[0] ?? '';
}

function stepsOf(window: string): IDBKeyRange {
  return IDBKeyRange.bound([window, 0], [window, Infinity]);
}

/** Put something behind all that is there: its order is told. */
function putLast(store: IDBObjectStore, steps: IDBObjectStore, put: (order: number) => void): void {
  const [entry, step] = [store, steps].map((one) => one.index('order').openKeyCursor(null, 'prev')) as [IDBRequest<IDBCursor | null>, IDBRequest<IDBCursor | null>];
  step.onsuccess = () => put(Math.max(Number(entry.result?.key ?? 0), Number(step.result?.key ?? 0)) + 1);
}

let connection: Promise<IDBDatabase> | null = null;

/** The one connection of this page; opening one anew at every letter would take longer than writing. */
function database(): Promise<IDBDatabase> {
  connection ??= opened();
  return connection;
}

function opened(): Promise<IDBDatabase> {
  const mine = new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 3);
    asked.onupgradeneeded = () => {
      const db = asked.result;
      const store = db.objectStoreNames.contains(STORE) ? asked.transaction!.objectStore(STORE) : db.createObjectStore(STORE, { keyPath: 'window' });
      if (!store.indexNames.contains('order')) store.createIndex('order', 'order');
      db.createObjectStore(STEPS, { keyPath: ['window', 'step'] }).createIndex('order', 'order');
    };
    asked.onsuccess = () => {
      const db = asked.result;
      db.onclose = lost; // the browser has thrown away what pages keep
      db.onversionchange = () => {
        db.close(); // a window of a newer program waits for it
        lost();
      };
      resolve(db);
    };
    asked.onerror = () => reject(asked.error ?? new Error(NAME));
  });
  const lost = (): void => {
    if (connection === mine) connection = null;
  };
  mine.catch(lost);
  return mine;
}

async function within(mode: IDBTransactionMode, use: (store: IDBObjectStore, steps: IDBObjectStore) => void): Promise<void> {
  const transaction = await begun(mode);
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error ?? new Error(STORE));
    transaction.onabort = () => reject(transaction.error ?? new Error(STORE));
    use(transaction.objectStore(STORE), transaction.objectStore(STEPS));
  });
}

/** A transaction; of a new connection where that of before is no more. */
async function begun(mode: IDBTransactionMode): Promise<IDBTransaction> {
  // strict: on disk, not in a buffer of the system
  const options: IDBTransactionOptions = { durability: mode === 'readwrite' ? 'strict' : 'default' };
  try {
    return (await database()).transaction([STORE, STEPS], mode, options);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    connection = null;
    return (await database()).transaction([STORE, STEPS], mode, options);
  }
}
