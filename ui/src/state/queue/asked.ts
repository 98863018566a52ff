/** Which graph "Queue on..." asks about, while its dialog is open. */
import { create } from 'zustand';
import { useEditor } from '../editor';
import type { GraphDocument } from '../graph/document';
import { graphKey } from '../runs/belongs';
import { graphOf } from '../tabs/graphs';
import { front } from '../tabs/tabs';
import { kept, type QueueForm } from './form';

const KEY = 'cdui.queue-of.';

export interface Asked {
  doc: GraphDocument;
  form: QueueForm;
  /** The run that it began from; null for the graph in front. */
  from: string | null;
  /** What runs are to name as their graph, as it is when they are made: it may be saved for the first time meanwhile. */
  graph: () => string | null;
}

export const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));

/** Ask about the graph in front, as it was asked last for it. */
export function askToQueue(): void {
  const { root } = useEditor.getState();
  const tab = front();
  const graph = (): string => graphKey(graphOf(tab)?.open.file ?? null, tab).id;
  useAsked.setState({ asked: { doc: root, form: { ...kept(read(graph())), seed: seedOf(root) }, from: null, graph } });
}

/** Ask about the graph of a run, with what it was made with. graph: what that run names. */
export function askAgain(doc: GraphDocument, form: QueueForm, from: string, graph: string | null): void {
  useAsked.setState({ asked: { doc, form, from, graph: () => graph } });
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
export function remember({ graph }: Asked, form: QueueForm): void {
  const id = graph();
  if (id === null) return;
  try {
    localStorage.setItem(KEY + id, JSON.stringify(form));
  } catch {
    // a browser that keeps nothing
  }
}

function read(graph: string): string | null {
  try {
    return localStorage.getItem(KEY + graph);
  } catch {
    return null;
  }
}
