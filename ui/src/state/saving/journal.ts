/** What is not on the server yet, in the browser's own database: it survives a crash of either. */
import type { OpenGraph } from '../editor';
import type { GraphDocument } from '../graph/document';
import { newId } from '../ids';

export interface Entry {
  /** Of the window and the tab that wrote it: `<window>/<tab>`. */
  window: string;
  open: OpenGraph;
  doc: GraphDocument;
  /** How many steps of editing the server does not have. */
  changes: number;
}

/** order: grows with each write, whatever the clock says. */
type Row = Entry & { order?: number };

const NAME = 'cdui-journal';
const STORE = 'graphs';

/** Write what a tab has; nothing of it is lost once this resolves. */
export async function write(entry: Entry): Promise<void> {
  await within('readwrite', (store) => putLast(store, [entry]));
}

/** The tab's graph is on the server. */
export async function forget(window: string): Promise<void> {
  await within('readwrite', (store) => void store.delete(window));
}

/**
 * Take over, in one go, what windows have left that are no more: the one that was changed last comes first. Each entry
 * belongs to this window then, so that no other takes it too. isOpen: whether a window is still there.
 */
export async function takeOver(mine: string, isOpen: (window: string) => boolean): Promise<Entry[]> {
  const taken: Row[] = [];
  await within('readwrite', (store) => {
    const asked: IDBRequest<Row[]> = store.getAll();
    asked.onsuccess = () => {
      const keys = new Set<string>();
      const left = asked.result.filter(({ window }) => !isOpen(ownerOf(window)));
      for (const row of left.sort((one, other) => (other.order ?? 0) - (one.order ?? 0))) {
        const kept = `${mine}/${tabOf(row.window)}`;
        // two windows may have had a tab of one name: a window that is duplicated keeps the names
        const window = keys.has(kept) ? `${mine}/${newId()}` : kept;
        keys.add(window);
        taken.push({ ...row, window });
        store.delete(row.window);
      }
      putLast(store, [...taken].reverse());
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

/** Put entries behind all that are there, in their order. */
function putLast(store: IDBObjectStore, entries: readonly Entry[]): void {
  const asked = store.index('order').openKeyCursor(null, 'prev');
  asked.onsuccess = () => {
    const last = Number(asked.result?.key ?? 0);
    entries.forEach((entry, at) => store.put({ ...entry, order: last + 1 + at }));
  };
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 2);
    asked.onupgradeneeded = () => {
      const db = asked.result;
      const store = db.objectStoreNames.contains(STORE) ? asked.transaction!.objectStore(STORE) : db.createObjectStore(STORE, { keyPath: 'window' });
      store.createIndex('order', 'order');
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error(NAME));
  });
}

async function within(mode: IDBTransactionMode, use: (store: IDBObjectStore) => void): Promise<void> {
  const db = await database();
  try {
    await new Promise<void>((resolve, reject) => {
      // strict: on disk, not in a buffer of the system
      const transaction = db.transaction(STORE, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error ?? new Error(STORE));
      transaction.onabort = () => reject(transaction.error ?? new Error(STORE));
      use(transaction.objectStore(STORE));
    });
  } finally {
    db.close();
  }
}
