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

let connection: Promise<IDBDatabase> | null = null;

/** The one connection of this page; opening one anew at every letter would take longer than writing. */
function database(): Promise<IDBDatabase> {
  connection ??= opened();
  return connection;
}

function opened(): Promise<IDBDatabase> {
  const mine = new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 2);
    asked.onupgradeneeded = () => {
      const db = asked.result;
      const store = db.objectStoreNames.contains(STORE) ? asked.transaction!.objectStore(STORE) : db.createObjectStore(STORE, { keyPath: 'window' });
      store.createIndex('order', 'order');
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

async function within(mode: IDBTransactionMode, use: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = await begun(mode);
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error ?? new Error(STORE));
    transaction.onabort = () => reject(transaction.error ?? new Error(STORE));
    use(transaction.objectStore(STORE));
  });
}

/** A transaction; of a new connection where that of before is no more. */
async function begun(mode: IDBTransactionMode): Promise<IDBTransaction> {
  // strict: on disk, not in a buffer of the system
  const options: IDBTransactionOptions = { durability: mode === 'readwrite' ? 'strict' : 'default' };
  try {
    return (await database()).transaction(STORE, mode, options);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    connection = null;
    return (await database()).transaction(STORE, mode, options);
  }
}
