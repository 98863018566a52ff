/** Files of this computer: by the system's own dialogs in our window, by the browser's elsewhere. */
import { askDesktop, DesktopError, isDesktop } from '../../api/desktop';
import { readGraph } from '../graph/file';
import { openDocument } from '../saving/saver';
import { toast } from '../toasts';
import type { words } from '../../words/words';

type T = typeof words.t;

/** A text that the window holds for us. */
interface Held {
  id: string;
  name: string;
  size: number;
}

/** Choose a graph file by the dialog of the system and open it. Only in a window of ours. */
export async function openFromDisk(): Promise<void> {
  try {
    const held = await askDesktop<Held | null>('choose_open');
    if (held) await openHeld(held);
  } catch (error) {
    tell(error);
  }
}

/** Keep a text as a file where the person says. Answers false where there is no window to ask. */
export async function saveToDisk(name: string, text: string): Promise<boolean> {
  if (!isDesktop()) return false;
  try {
    const saved = await askDesktop<{ path: string } | null>('save', { name, text });
    if (saved) toast({ tone: 'done', text: (t) => t('desktop.saved', { path: saved.path }) });
  } catch (error) {
    tell(error);
  }
  return true;
}

/** Give a text out as a file: where the person says, in a browser by a link that it follows. */
export async function giveOut(name: string, text: string): Promise<void> {
  if (await saveToDisk(name, text)) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: name.endsWith('.json') ? 'application/json' : 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Open a file that the window holds, piece by piece: one message has to stay small. */
export async function openHeld(held: Held): Promise<void> {
  const pieces: string[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const piece: { text: string; next: number | null } = await askDesktop('read', { id: held.id, offset });
    pieces.push(piece.text);
    offset = piece.next;
  }
  await openFile(new File(pieces, held.name));
}

/** Open the graph in a file; says why where it holds none. */
export async function openFile(file: File): Promise<void> {
  const doc = await readGraph(file);
  if (!doc) return;
  try {
    await openDocument(doc);
  } catch (error) {
    // lists in lists by the thousand: no program can walk through them
    if (!(error instanceof RangeError)) throw error;
    say((t) => t('file.no_graph', { name: file.name }));
  }
}

/** Say what the window refused. */
export function tell(error: unknown): void {
  if (!(error instanceof DesktopError)) throw error;
  say((t) => refusedText(t, error.code, error.params));
}

/** The sentence of a refusal of the window. */
export function refusedText(t: T, code: string, params: Record<string, unknown>): string {
  const name = String(params['name'] ?? '');
  switch (code) {
    case 'file_missing': return t('desktop.refused.file_missing', { name });
    case 'file_is_folder': return t('desktop.refused.file_is_folder', { name });
    case 'file_not_regular': return t('desktop.refused.file_not_regular', { name });
    case 'file_too_large': return t('file.too_large', { name });
    case 'file_no_text': return t('file.no_json', { name });
    case 'file_unreadable': return t('desktop.refused.file_unreadable', { name });
    case 'file_unwritable': return t('desktop.refused.file_unwritable', { name });
    default: return t('desktop.refused.other', { code });
  }
}

function say(text: (t: T) => string): void {
  toast({ tone: 'error', text });
}
