/** What can be done with the graph by name: run it, undo, select, delete, bypass. */
import type { TFunction } from 'i18next';
import { register, type Command } from '../../state/commands/commands';
import { useConnection } from '../../state/connection';
import { useEditor } from '../../state/editor';
import { START } from '../../state/graph/document';
import * as edits from '../../state/graph/edits';
import { framesOf } from '../../state/graph/frames';
import { isNote } from '../../state/graph/notes';
import { upToInside } from '../../state/graph/subgraph/upTo';
import { ARRANGE_COMMANDS } from './arrangeCommands';
import { remove } from './clipboard';
import { OPEN_CARD } from './cardCommands';
import { isInPreset } from './cards';
import { CONNECT_COMMANDS } from './connectCommands';
import { forEditing } from './editable';
import { here } from './here';
import { EDIT_COMMANDS } from './editCommands';
import { subjectOf } from '../../state/graph/steps';
import { isCard } from '../../state/graph/subgraph/ends';
import { usePresets } from '../../state/presets';
import { askToQueue } from '../../state/queue/asked';
import { toast } from '../../state/toasts';
import { execute, isBusy, stop, useSession } from '../../state/run/session';
import { isFieldWrong } from '../../state/run/unread';

const editor = useEditor.getState;

/** `Undo: connect Dataset → DataLoader` where there is something to undo, else `Undo`. */
function withStep(t: TFunction, key: 'undo' | 'redo'): string {
  const { root, history } = editor();
  const step = history[key === 'undo' ? 'past' : 'future'].at(-1);
  if (!step) return t(`edit.${key}`);
  const what = [t(`edit.${step.label}` as 'edit.add', step.label), subjectOf(step.before, root)].filter(Boolean).join(' ');
  return t(`edit.${key}_what`, { what });
}

const COMMANDS: readonly Command[] = [
  {
    id: 'run.start',
    label: (t) => t('bar.run'),
    keys: ['mod+enter'],
    scope: 'canvas',
    inFields: true,
    menu: { name: 'run', group: 0 },
    isEnabled: () =>
      editor().root.nodes.length > 0 && useConnection.getState().link === 'up' && !isBusy(useSession.getState()),
    run: () => isFieldWrong() || execute(editor().root),
  },
  {
    id: 'run.queue_on',
    label: (t) => t('bar.queue'),
    keys: ['mod+shift+enter'],
    scope: 'canvas',
    inFields: true,
    menu: { name: 'run', group: 1 },
    isEnabled: () => editor().root.nodes.length > 0 && useConnection.getState().link === 'up',
    run: () => isFieldWrong() || askToQueue(),
  },
  {
    id: 'run.to_here',
    label: (t) => t('editing.run_to_here'),
    scope: 'canvas',
    menu: { name: 'run', group: 0 },
    isEnabled: () => {
      const { selected, doc } = editor();
      const node = selected.size === 1 ? doc.nodes.find((one) => selected.has(one.id)) : undefined;
      const isRunnable = node !== undefined && !isNote(node) && node.type !== START;
      return isRunnable && !isInPreset() && useConnection.getState().link === 'up' && !isBusy(useSession.getState());
    },
    run: () => {
      const { root, path, selected } = editor();
      const part = upToInside(root, path, [...selected][0]!, usePresets.getState().shelf);
      if (part && !isFieldWrong()) execute(part);
    },
  },
  {
    id: 'run.stop',
    label: (t) => t('bar.stop'),
    keys: ['mod+alt+enter'],
    scope: 'canvas',
    inFields: true,
    menu: { name: 'run', group: 0 },
    isEnabled: () => isBusy(useSession.getState()),
    run: stop,
  },
  {
    id: 'edit.undo',
    label: (t) => withStep(t, 'undo'),
    keys: ['mod+z'],
    scope: 'canvas',
    repeats: true,
    menu: { name: 'edit', group: 0 },
    isEnabled: () => editor().history.past.length > 0,
    run: () => void editor().undo(),
  },
  {
    id: 'edit.redo',
    label: (t) => withStep(t, 'redo'),
    keys: ['mod+shift+z', 'mod+y'],
    scope: 'canvas',
    repeats: true,
    menu: { name: 'edit', group: 0 },
    isEnabled: () => editor().history.future.length > 0,
    run: () => void editor().redo(),
  },
  {
    id: 'edit.select_all',
    label: (t) => t('command.select_all'),
    keys: ['mod+a'],
    scope: 'canvas',
    menu: { name: 'edit', group: 2 },
    isEnabled: () => everything().length > 0,
    run: () => editor().select(everything()),
  },
  {
    id: 'edit.select_none',
    label: (t) => t('command.select_none'),
    keys: ['escape'],
    scope: 'canvas',
    menu: { name: 'edit', group: 2 },
    isEnabled: () => hasSelection() || isAmongNodes(),
    run: () => {
      // once more leads out of the nodes, back to where Tab adds one
      if (!hasSelection()) here.element?.focus({ preventScroll: true });
      editor().select([]);
      editor().selectWires([]);
    },
  },
  {
    id: 'edit.delete',
    label: (t) => t('command.delete'),
    keys: ['delete', 'backspace'],
    scope: 'canvas',
    menu: { name: 'edit', group: 1 },
    isEnabled: hasSelection,
    run: () => remove('delete'),
  },
  {
    id: 'edit.bypass',
    label: (t) => t('command.bypass'),
    keys: ['b'],
    scope: 'canvas',
    menu: { name: 'edit', group: 3 },
    isEnabled: () => editor().selected.size > 0,
    run: () => {
      const { selected, change, doc: before } = editor();
      change('bypass', (doc) => edits.toggleBypass(doc, selected));
      if (editor().doc === before && before.nodes.some((node) => selected.has(node.id) && isCard(node))) {
        toast({ text: (t) => t('subgraph.no_bypass') });
      }
    },
  },
];

/** Nodes, notes and frames of the level on show. */
function everything(): string[] {
  const { doc } = editor();
  return [...doc.nodes, ...framesOf(doc)].map(({ id }) => id);
}

function isAmongNodes(): boolean {
  return document.activeElement?.closest('.react-flow__node, .react-flow__edge') != null;
}

function hasSelection(): boolean {
  return editor().selected.size + editor().selectedWires.size > 0;
}

/** Make them known; once, when the program starts. */
export function registerCanvasCommands(): void {
  register([...CONNECT_COMMANDS, OPEN_CARD, ...COMMANDS, ...EDIT_COMMANDS, ...ARRANGE_COMMANDS].map(forEditing));
}
