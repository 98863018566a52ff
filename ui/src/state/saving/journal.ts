/** What is not on the server yet, in the browser's own database: it survives a crash of either. */
import type { GraphDocument } from '../graph/document';
import type { OpenGraph } from '../editor';

export interface Entry {
  /** Of the window that wrote it. */
  window: string;
  open: OpenGraph;
  doc: GraphDocument;
  atMs: number;
}

const NAME = 'cdui-journal';
const STORE = 'graphs';

/** Write what a window has; nothing of it is lost once this resolves. */
export async function write(entry: Entry): Promise<void> {
  await within('readwrite', (store) => store.put(entry));
}

/** The window's graph is on the server. */
export async function forget(window: string): Promise<void> {
  await within('readwrite', (store) => store.delete(window));
}

/** Everything that windows have left, the newest first. */
export async function entries(): Promise<Entry[]> {
  const found = await within<Entry[]>('readonly', (store) => store.getAll());
  return found.sort((one, other) => other.atMs - one.atMs);
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'window' });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error(NAME));
  });
}

async function within<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const db = await database();
  try {
    return await new Promise<T>((resolve, reject) => {
      // strict: on disk, not in a buffer of the system
      const transaction = db.transaction(STORE, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });
      const asked = use(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result as T);
      transaction.onerror = () => reject(transaction.error ?? new Error(STORE));
      transaction.onabort = () => reject(transaction.error ?? new Error(STORE));
    });
  } finally {
    db.close();
  }
}
