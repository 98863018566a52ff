/**
 * Which windows of the program are open: what one of them has not saved is its own while it lives. Browsers keep locks
 * for that, which end with their window however that ends; on plain http to another machine there are none, and windows
 * are asked instead.
 */
import { newId } from '../ids';

export const windowId = newId();

/** Milliseconds in which a window that lives answers. */
const ANSWER_MS = 150;
const CHANNEL = 'cdui-windows';

/** A window that begins and goes no further must not hold up the next, milliseconds. */
const PATIENCE_MS = 3000;
const BEGINNING = 'cdui-beginning';

/** Hold this window's name from now on, and do something while no other window begins: it is told who else is there. */
export async function whileBeginning<T>(act: (others: ReadonlySet<string>) => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return act(await askedWindows());
  await new Promise<void>((held) => {
    void locks.request(windowId, () => {
      held();
      return new Promise(() => undefined);
    });
  });
  let hasBegun = false;
  const begin = async (): Promise<T> => {
    hasBegun = true;
    const { held = [] } = await locks.query();
    return act(new Set(held.map((lock) => lock.name ?? '').filter((name) => ![windowId, BEGINNING].includes(name))));
  };
  try {
    return (await locks.request(BEGINNING, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin)) as T;
  } catch (error) {
    if (hasBegun) throw error;
    return begin();
  }
}

interface Word {
  asks?: true;
  here?: string;
}

/** Ask on a channel who is there, and answer to whoever asks from then on. */
async function askedWindows(): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.asks) channel.postMessage({ here: windowId } satisfies Word);
    else if (data.here) found.add(data.here);
  };
  channel.postMessage({ asks: true } satisfies Word);
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  return found;
}
