/** Copy, cut and paste over the system's clipboard, by its own events where a key is pressed: no permission is asked then. */
import { useEditor } from '../../state/editor';
import { paste, pieceOf, readPiece, textOf, withDefinitions, type Piece } from '../../state/graph/clipboard';
import { fittedTo } from '../../state/graph/subgraph/fitting';
import { putAt } from '../../state/graph/subgraph/level';
import { removeFrames } from '../../state/graph/frames';
import { removeNodes } from '../../state/graph/edits';
import { around, touches, type Point } from '../../state/graph/rect';
import { usePresets } from '../../state/presets';
import { toast } from '../../state/toasts';
import { isLookOnly } from '../../state/view/view';
import { dropFiles } from './files';
import { here, middleOfView, rectsOf, seen } from './here';

export const STEP = 24;

/** What was copied here last, for pages that may not read the clipboard. */
let kept: string | null = null;
/** A copy that is being asked for by a menu: the event takes its text from here. */
let asked: string | null = null;
let withInputs = false;

/** The next paste of the keyboard keeps wires that lead in, or not. */
export function expectPaste(inputs: boolean): void {
  withInputs = inputs;
}

/** Listen to the browser's events; answers how to stop. */
export function listenToClipboard(): () => void {
  const copy = (event: ClipboardEvent): void => {
    const text = asked ?? (isOurs() ? copied() : null);
    if (text === null) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  const cut = (event: ClipboardEvent): void => {
    if (!isOurs()) return;
    copy(event);
    if (!isLookOnly()) remove('cut');
  };
  const put = (event: ClipboardEvent): void => {
    if (!isOurs(true) || isLookOnly()) return;
    event.preventDefault();
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) void dropFiles(files, middleOfView());
    else pasteText(event.clipboardData?.getData('text/plain') ?? '', withInputs);
  };
  // some browsers send `copy` without a selection of text only where somebody says that there is something to copy
  const before = (event: Event): void => {
    if (isOurs()) event.preventDefault();
  };
  const events = { copy, cut, paste: put, beforecopy: before, beforecut: before };
  for (const [name, listen] of Object.entries(events)) document.addEventListener(name, listen as EventListener);
  return () => {
    for (const [name, listen] of Object.entries(events)) document.removeEventListener(name, listen as EventListener);
  };
}

/** Copy what is chosen, from a menu. */
export async function copyChosen(): Promise<void> {
  const text = copied();
  if (text === null) return;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // a page on plain http has no such clipboard: the event of an old command has one
    asked = text;
    const isDone = document.execCommand('copy');
    asked = null;
    if (!isDone) toast({ text: (t) => t('editing.copied_here') });
  }
}

/** Take what is chosen away, and keep it on the clipboard. */
export async function cutChosen(): Promise<void> {
  await copyChosen();
  remove('cut');
}

/** Paste from a menu. at: where, in the level's pixels; without it beside where it was. */
export async function pasteClipboard(inputs: boolean, at?: Point): Promise<void> {
  let text = kept;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    if (text === null) return void toast({ text: (t) => t('editing.paste_by_key') });
  }
  pasteText(text ?? '', inputs, at);
}

/** Paste a text, or say why it cannot be. */
export function pasteText(text: string, inputs: boolean, at?: Point): void {
  const piece = readPiece(text);
  if (typeof piece === 'string') return void toast({ tone: 'error', text: (t) => t(`editing.${piece}`) });
  put('paste', piece, inputs, at);
}

/** A second one of what is chosen. */
export function duplicateChosen(): void {
  const { root, doc, selected } = useEditor.getState();
  const piece = pieceOf(root, doc, selected, here.catalog);
  put('duplicate', { ...piece, nodes: doc.nodes.filter((node) => selected.has(node.id)) }, false);
}

/** Take what is chosen out of the graph, with a word that offers it back. */
export function remove(label: 'delete' | 'cut'): void {
  const { selected, selectedWires, doc, change, select, selectWires } = useEditor.getState();
  const count = doc.nodes.filter((node) => selected.has(node.id)).length;
  change(label, (now) => {
    const edges = now.edges.filter((edge) => !selectedWires.has(edge.id));
    const less = edges.length === now.edges.length ? now : { ...now, edges };
    return removeFrames(removeNodes(less, selected), selected);
  });
  select([]);
  selectWires([]);
  const after = useEditor.getState().doc;
  if (label === 'cut' || count === 0) return;
  toast({
    text: (t) => t('editing.deleted', { count }),
    action: {
      label: (t) => t('edit.undo'),
      run: () => {
        if (useEditor.getState().doc === after) useEditor.getState().undo();
      },
    },
  });
}

function put(label: 'paste' | 'duplicate', given: Piece, inputs: boolean, at?: Point): void {
  const { root, doc, open, scope, change, changeRoot, select, selectWires } = useEditor.getState();
  const isOwn = label === 'duplicate' || (open.file !== null && given.of === open.file);
  const piece = isOwn ? given : fittedTo(root, given);
  const [next, ids] = paste(doc, piece, offsetOf(piece, at), inputs);
  if (withDefinitions(root, piece) === root) change(label, () => next);
  else changeRoot(label, (now, path) => withDefinitions(putAt(now, path, next, usePresets.getState().shelf, scope) ?? now, piece));
  select(ids);
  selectWires([]);
}

/** A step beside the original, and beside earlier copies; in the middle of the view where the original is out of it. */
function offsetOf(piece: Piece, at?: Point): Point {
  const box = around(rectsOf({ nodes: piece.nodes, edges: [], ui: { frames: piece.frames } }, here.catalog).values());
  if (!box) return { x: STEP, y: STEP };
  if (at) return { x: at.x - box.x, y: at.y - box.y };
  const by = { x: STEP, y: STEP };
  if (here.flow && !touches(seen(), { ...box, x: box.x + STEP, y: box.y + STEP })) {
    const middle = middleOfView();
    by.x = middle.x - box.x - box.width / 2;
    by.y = middle.y - box.y - box.height / 2;
  }
  const { doc } = useEditor.getState();
  const taken = new Set([...rectsOf(doc, here.catalog).values()].map(({ x, y }) => `${x},${y}`));
  const spots = [...piece.nodes.map((node) => node.position ?? { x: 0, y: 0 }), ...piece.frames];
  while (spots.some(({ x, y }) => taken.has(`${Math.round(x + by.x)},${Math.round(y + by.y)}`))) {
    by.x += STEP;
    by.y += STEP;
  }
  return by;
}

function copied(): string | null {
  const { root, doc, open, selected } = useEditor.getState();
  const piece = { ...pieceOf(root, doc, selected, here.catalog), of: open.file };
  if (piece.nodes.length + piece.frames.length === 0) return null;
  kept = textOf(piece);
  return kept;
}

/** The event is about nodes: nobody writes, no text is marked, no dialog is open. */
function isOurs(isPaste = false): boolean {
  const focus = document.activeElement;
  if (here.flow === null || document.querySelector('dialog[open]')) return false;
  if (focus instanceof HTMLElement && (focus.isContentEditable || focus.matches('textarea, select, input'))) return false;
  return isPaste || ((getSelection()?.isCollapsed ?? true) && useEditor.getState().selected.size > 0);
}
