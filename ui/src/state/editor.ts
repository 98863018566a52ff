/** The graph that is open: its document, undo and redo, selection. Everything that changes it goes through here. */
import { create } from 'zustand';
import { changedMs } from './composing';
import { emptyDocument, type GraphDocument } from './graph/document';
import { framesOf } from './graph/frames';
import { noHistory, recorded, redone, undone, type History } from './graph/history';
import { wholeCharacters } from './graph/sound';
import { guarded, type Forbidden } from './graph/subgraph/guard';
import { CANVAS, insideOf, isSamePath, levelAt, putAt, reachable, type Path, type Scope } from './graph/subgraph/level';
import { usePresets } from './presets';
import type { Source } from './route';
import { toast } from './toasts';

export interface OpenGraph {
  /** Its file on the server, null before it was saved for the first time. */
  file: string | null;
  /** The revision that the server has of it, as far as we know. */
  revision: string | null;
}

/** The whole document, and the level that was on show when it was changed into the next. */
export interface Shot {
  root: GraphDocument;
  path: Path;
  scope: Scope;
}

interface Editor {
  open: OpenGraph;
  /** The whole document: what is saved, run and judged. */
  root: GraphDocument;
  /** The level of it on show, which is what is edited: the root itself, or the inside of a card. */
  doc: GraphDocument;
  /** Which level that is. */
  path: Path;
  /** What an edit inside a preset changes. */
  scope: Scope;
  /** Why the last change of this level that could not be made was none; another object for each. */
  refused: { why: Forbidden | 'fixed' | 'read_only' } | null;
  history: History<Shot>;
  selected: ReadonlySet<string>;
  selectedWires: ReadonlySet<string>;
  /** Which document this is, counted as they were opened: another one is shown from its beginning. */
  loads: number;
  /** The document as the server has it; another one than `root` means that there is something to save. */
  saved: GraphDocument;
  /** It can only be looked at: nothing changes it. */
  readOnly: Source | null;

  load: (doc: GraphDocument, open: OpenGraph, readOnly?: Source | null) => void;
  /** Change the level on show. label: a key of words `edit.*` for Undo; key: joins a burst of typing into one step. */
  change: (label: string, edit: (doc: GraphDocument) => GraphDocument, key?: string) => void;
  /** Change the whole document: what a level alone does not hold. */
  changeRoot: (label: string, edit: (root: GraphDocument, path: Path) => GraphDocument, key?: string) => void;
  /** The same for what cannot be done for one card of a preset alone: null is refused as that. */
  changeCard: (label: string, edit: (root: GraphDocument, path: Path, scope: Scope) => GraphDocument | null, key?: string) => void;
  /** Show the inside of a card of this level; false where nobody knows it. */
  enter: (card: string) => boolean;
  /** Show another level; what of the path is not there is left away. */
  goTo: (path: Path, scope?: Scope) => void;
  undo: () => string | null;
  redo: () => string | null;
  select: (ids: Iterable<string>) => void;
  selectWires: (ids: Iterable<string>) => void;
  markSaved: (doc: GraphDocument, open: OpenGraph) => void;
}

const start = emptyDocument('');
let opened = 0;

export const useEditor = create<Editor>((set, get) => ({
  open: { file: null, revision: null },
  root: start,
  doc: start,
  path: CANVAS,
  scope: 'card',
  refused: null,
  saved: start,
  readOnly: null,
  history: noHistory(),
  selected: new Set(),
  selectedWires: new Set(),
  loads: 0,

  load: (given, open, readOnly = null) => {
    const doc = whole(given);
    set({
      ...shown(doc, CANVAS, 'card'), saved: doc, open, readOnly, history: noHistory(), selected: new Set(), selectedWires: new Set(), loads: (opened += 1),
    });
  },

  change: (label, edit, key) => {
    const { doc, changeCard } = get();
    const next = edit(doc);
    if (next !== doc) changeCard(label, (root, path, scope) => putAt(root, path, next, usePresets.getState().shelf, scope), key);
  },

  changeCard: (label, edit, key) => {
    const { changeRoot, scope } = get();
    changeRoot(label, (root, path) => {
      const put = edit(root, path, scope);
      if (put === null) set({ refused: { why: get().readOnly ? 'read_only' : 'fixed' } });
      return put ?? root;
    }, key);
  },

  changeRoot: (label, edit, key) => {
    const { root, path, scope, history, selected, readOnly } = get();
    const given = edit(root, path);
    if (given === root) return;
    // whoever asks: this is the one way to another document
    if (readOnly) return set({ refused: { why: 'read_only' } });
    const next = guarded(root, whole(given, root), path, usePresets.getState().shelf);
    if (typeof next === 'string') return set({ refused: { why: next } });
    const now = shown(next, path, scope);
    // two levels may hold nodes of one name: typing here does not go on what was typed there
    const burst = key === undefined ? null : [...path, key].join('/');
    set({ ...now, history: recorded(history, { root, path, scope }, label, burst, changedMs()), selected: within(selected, now.doc) });
  },

  enter: (card) => {
    const { root, doc, path, goTo } = get();
    if (!insideOf(root, doc, card, usePresets.getState().shelf)) return false;
    goTo([...path, card]);
    return true;
  },

  goTo: (path, scope = 'card') => {
    const now = get();
    const next = shown(now.root, path, scope);
    if (isSamePath(next.path, now.path)) {
      if (scope !== now.scope) set(next);
      return;
    }
    // outside again, the card that one comes from is the one at hand
    const from = now.path.length > next.path.length ? [now.path[next.path.length]!] : [];
    set({ ...next, selected: within(new Set(from), next.doc), selectedWires: new Set() });
  },

  undo: () => {
    const { root, history } = get();
    const at = history.past.at(-1)?.before;
    const step = at && undone(history, { ...at, root });
    if (step) set({ ...moved(get(), step.value), history: step.history });
    return step?.label ?? null;
  },

  redo: () => {
    const { root, history } = get();
    const at = history.future.at(-1)?.before;
    const step = at && redone(history, { ...at, root });
    if (step) set({ ...moved(get(), step.value), history: step.history });
    return step?.label ?? null;
  },

  select: (ids) => {
    const { doc, readOnly, selected } = get();
    // what was not added is not there to be chosen
    const next = readOnly ? within(new Set(ids), doc) : new Set(ids);
    if (!isSame(next, selected)) set({ selected: next });
  },

  selectWires: (ids) => {
    const next = new Set(ids);
    if (!isSame(next, get().selectedWires)) set({ selectedWires: next });
  },

  markSaved: (doc, open) => set({ saved: doc, open }),
}));

/** What can be saved of a document: whoever brings half a character in is told what became of it. */
function whole(doc: GraphDocument, before?: GraphDocument): GraphDocument {
  const next = wholeCharacters(doc, before);
  if (next !== doc) toast({ text: (t) => t('mend.halves') });
  return next;
}

type Shown = Pick<Editor, 'root' | 'doc' | 'path' | 'scope'>;

/** A document with as much of a path as it has. */
function shown(root: GraphDocument, path: Path, scope: Scope): Shown {
  const { shelf } = usePresets.getState();
  const there = reachable(root, path, shelf);
  return { root, path: there, scope, doc: levelAt(root, there, shelf, scope) ?? root };
}

/** After undo and redo: the level where the change was, with what of the selection is there. */
function moved(before: Editor, { root, path, scope }: Shot): Shown & Pick<Editor, 'selected'> {
  const now = shown(root, path, scope);
  return { ...now, selected: isSamePath(now.path, before.path) ? within(before.selected, now.doc) : new Set() };
}

/** What of a selection is still there. */
function within(selected: ReadonlySet<string>, doc: GraphDocument): ReadonlySet<string> {
  if (selected.size === 0) return selected;
  const there = new Set([...doc.nodes, ...framesOf(doc)].map(({ id }) => id));
  return [...selected].every((id) => there.has(id)) ? selected : new Set([...selected].filter((id) => there.has(id)));
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
