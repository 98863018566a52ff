/** Which graph "Queue on..." asks about, while its dialog is open. */
import { create } from 'zustand';
import { useEditor } from '../editor';
import type { GraphDocument } from '../graph/document';
import { kept, type QueueForm } from './form';

export interface Asked {
  doc: GraphDocument;
  form: QueueForm;
  /** The run that it began from; null for the graph in front. */
  from: string | null;
}

export const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));

/** Ask about the graph in front, as it was asked last for a graph of this name. */
export function askToQueue(): void {
  const { root } = useEditor.getState();
  useAsked.setState({ asked: { doc: root, form: { ...kept(read(root)), seed: seedOf(root) }, from: null } });
}

/** Ask about the graph of a run, with what it was made with. */
export function askAgain(doc: GraphDocument, form: QueueForm, from: string): void {
  useAsked.setState({ asked: { doc, form, from } });
}

export function leave(): void {
  useAsked.setState({ asked: null });
}

/** The graph's own seed: what is sent counts in its place, also where nothing is sent. */
function seedOf(root: GraphDocument): string {
  const seed = root.settings?.seed;
  return typeof seed === 'number' ? String(seed) : '';
}

/** Remember for the next time. */
export function remember({ doc }: Asked, form: QueueForm): void {
  try {
    localStorage.setItem(keyOf(doc), JSON.stringify(form));
  } catch {
    // a browser that keeps nothing
  }
}

function read(doc: GraphDocument): string | null {
  try {
    return localStorage.getItem(keyOf(doc));
  } catch {
    return null;
  }
}

function keyOf(doc: GraphDocument): string {
  return `cdui.queue-on.${doc.name ?? ''}`;
}
