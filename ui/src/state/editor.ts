/** The graph that is open: its document, undo and redo, selection. Everything that changes it goes through here. */
import { create } from 'zustand';
import { emptyDocument, type GraphDocument } from './graph/document';
import { noHistory, recorded, redone, undone, type History } from './graph/history';

export interface OpenGraph {
  /** Its file on the server, null before it was saved for the first time. */
  file: string | null;
  /** The revision that the server has of it, as far as we know. */
  revision: string | null;
}

interface Editor {
  open: OpenGraph;
  doc: GraphDocument;
  history: History<GraphDocument>;
  selected: ReadonlySet<string>;
  selectedWires: ReadonlySet<string>;
  /** How many documents were opened so far: another one is shown from its beginning. */
  loads: number;
  /** The document as the server has it; another one than `doc` means that there is something to save. */
  saved: GraphDocument;

  load: (doc: GraphDocument, open: OpenGraph) => void;
  /** Change the document. label: a key of words `edit.*` for Undo; key: joins a burst of typing into one step. */
  change: (label: string, edit: (doc: GraphDocument) => GraphDocument, key?: string) => void;
  undo: () => string | null;
  redo: () => string | null;
  select: (ids: Iterable<string>) => void;
  selectWires: (ids: Iterable<string>) => void;
  markSaved: (doc: GraphDocument, open: OpenGraph) => void;
}

const start = emptyDocument('');

export const useEditor = create<Editor>((set, get) => ({
  open: { file: null, revision: null },
  doc: start,
  saved: start,
  history: noHistory(),
  selected: new Set(),
  selectedWires: new Set(),
  loads: 0,

  load: (doc, open) =>
    set({
      doc, saved: doc, open, history: noHistory(), selected: new Set(), selectedWires: new Set(), loads: get().loads + 1,
    }),

  change: (label, edit, key) => {
    const { doc, history, selected } = get();
    const next = edit(doc);
    if (next === doc) return;
    set({
      doc: next,
      history: recorded(history, doc, label, key ?? null, Date.now()),
      selected: within(selected, next),
    });
  },

  undo: () => {
    const { doc, history, selected } = get();
    const step = undone(history, doc);
    if (step) set({ doc: step.value, history: step.history, selected: within(selected, step.value) });
    return step?.label ?? null;
  },

  redo: () => {
    const { doc, history, selected } = get();
    const step = redone(history, doc);
    if (step) set({ doc: step.value, history: step.history, selected: within(selected, step.value) });
    return step?.label ?? null;
  },

  select: (ids) => {
    const next = new Set(ids);
    if (!isSame(next, get().selected)) set({ selected: next });
  },

  selectWires: (ids) => {
    const next = new Set(ids);
    if (!isSame(next, get().selectedWires)) set({ selectedWires: next });
  },

  markSaved: (doc, open) => set({ saved: doc, open }),
}));

/** What of a selection is still there. */
function within(selected: ReadonlySet<string>, doc: GraphDocument): ReadonlySet<string> {
  const there = new Set(doc.nodes.map((node) => node.id));
  return [...selected].every((id) => there.has(id)) ? selected : new Set([...selected].filter((id) => there.has(id)));
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
