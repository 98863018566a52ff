/** Copy and paste, names, notes and frames by name. */
import type { Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { COLOURS, frameAround } from '../../state/graph/frames';
import { addNote, NOTE_SIZE } from '../../state/graph/notes';
import { around, middleOf } from '../../state/graph/rect';
import { words } from '../../words/words';
import { copyChosen, cutChosen, duplicateChosen, expectPaste, pasteClipboard } from './clipboard';
import { colourNow, paint } from './colours';
import { menuPoint } from './ContextMenu';
import { focusedNode, here, middleOfView, rectsNow } from './here';
import { openQuick } from './quick';
import { useRenaming } from './renaming';

const editor = useEditor.getState;
const hasNodes = (): boolean => editor().selected.size > 0;
const leave = (): void => undefined;

/** The node that is meant by a key: the one with the focus, else the only one that is chosen. */
export function meant(): string | null {
  const { selected } = editor();
  return focusedNode() ?? (selected.size === 1 ? [...selected][0]! : null);
}

/** The wire that has the focus. */
function focusedWire(): string | null {
  return document.activeElement?.closest('.react-flow__edge')?.getAttribute('data-id') ?? null;
}

/** Choose what has the focus, and nothing else; or no longer. isToggled: it joins or leaves what is chosen already. */
function choose(isToggled: boolean): void {
  const { selected, selectedWires, select, selectWires } = editor();
  const [node, wire] = [focusedNode(), focusedWire()];
  const next = (before: ReadonlySet<string>, id: string | null): string[] => {
    if (id === null) return isToggled ? [...before] : [];
    if (!isToggled) return [id];
    return before.has(id) ? [...before].filter((one) => one !== id) : [...before, id];
  };
  select(next(selected, node));
  selectWires(next(selectedWires, wire));
}

const colours = COLOURS.map((colour): Command => ({
  id: `edit.colour_${colour}`, label: (t) => t('editing.colour_as', { colour: t(`colour.${colour}`) }), scope: 'canvas',
  isEnabled: () => colourNow(editor()) !== undefined, isChecked: () => colourNow(editor()) === colour, run: () => paint(colour),
}));

export const EDIT_COMMANDS: readonly Command[] = [
  ...colours,
  {
    id: 'edit.choose', label: (t) => t('editing.choose'), keys: ['space'], scope: 'canvas', isHidden: true,
    isEnabled: () => focusedNode() !== null || focusedWire() !== null, run: () => choose(false),
  },
  {
    id: 'edit.choose_more', label: (t) => t('editing.choose_more'), keys: ['shift+space', 'mod+space'], scope: 'canvas', isHidden: true,
    isEnabled: () => focusedNode() !== null || focusedWire() !== null, run: () => choose(true),
  },
  {
    id: 'edit.inspect', label: (t) => t('editing.inspect'), keys: ['enter'], scope: 'canvas', isHidden: true,
    isEnabled: () => focusedNode() !== null || focusedWire() !== null || editor().selected.size === 1,
    run: () => {
      if (focusedNode() ?? focusedWire()) choose(false);
      // the page of what is chosen is there when this was drawn
      requestAnimationFrame(() => {
        const fields = document.querySelector('[data-testid="inspector"]')?.querySelectorAll<HTMLElement>('input, select, textarea, button, [tabindex="0"]');
        [...(fields ?? [])].find((field) => !field.hasAttribute('disabled'))?.focus();
      });
    },
  },
  {
    id: 'edit.add', label: (t) => t('quick.title'), keys: ['tab'], scope: 'canvas', menu: { name: 'edit', group: 2 },
    isEnabled: () => here.element !== null,
    // among nodes Tab goes on to the next one
    areKeysTaken: () => document.activeElement?.closest('.react-flow__node, .react-flow__edge, button, a') != null,
    run: () => {
      const box = here.element!.getBoundingClientRect();
      openQuick({ x: box.x + box.width / 2 - 160, y: box.y + box.height / 3 });
    },
  },
  {
    id: 'edit.insert', label: (t) => t('connect.insert'), scope: 'canvas', menu: { name: 'edit', group: 2 },
    isEnabled: () => editor().selectedWires.size === 1 && here.flow !== null,
    run: () => {
      const [wire] = editor().selectedWires;
      const ends = editor().doc.edges.find((edge) => edge.id === wire);
      const box = around([ends?.source, ends?.target].flatMap((id) => rectsNow().get(id ?? '') ?? []));
      if (box) openQuick(here.flow!.flowToScreenPosition(middleOf(box)), { into: wire! });
    },
  },
  {
    id: 'edit.cut', label: (t) => t('editing.cut'), keys: ['mod+x'], scope: 'canvas', menu: { name: 'edit', group: 1 },
    isEnabled: hasNodes, run: () => void cutChosen(), onKey: leave,
  },
  {
    id: 'edit.copy', label: (t) => t('editing.copy'), keys: ['mod+c'], scope: 'canvas', menu: { name: 'edit', group: 1 },
    isEnabled: hasNodes, run: () => void copyChosen(), onKey: leave,
  },
  {
    id: 'edit.paste', label: (t) => t('editing.paste'), keys: ['mod+v'], scope: 'canvas', repeats: true, menu: { name: 'edit', group: 1 },
    run: () => void pasteClipboard(false), onKey: () => expectPaste(false),
  },
  {
    id: 'edit.paste_inputs', label: (t) => t('editing.paste_inputs'), keys: ['mod+shift+v'], scope: 'canvas', repeats: true,
    menu: { name: 'edit', group: 1 }, run: () => void pasteClipboard(true), onKey: () => expectPaste(true),
  },
  {
    id: 'edit.paste_here', label: (t) => t('editing.paste_here'), scope: 'canvas', isHidden: true,
    isEnabled: () => here.flow !== null,
    run: () => {
      const at = menuPoint();
      void pasteClipboard(false, at ? here.flow?.screenToFlowPosition(at) : undefined);
    },
  },
  {
    id: 'edit.duplicate', label: (t) => t('editing.duplicate'), keys: ['mod+d'], scope: 'canvas', menu: { name: 'edit', group: 1 },
    isEnabled: hasNodes, run: duplicateChosen,
  },
  {
    id: 'edit.rename', label: (t) => t('editing.rename'), keys: ['f2', 'e'], scope: 'canvas', menu: { name: 'edit', group: 3 },
    isEnabled: () => meant() !== null,
    run: () => {
      const id = meant();
      if (id === null) return;
      editor().select([id]);
      useRenaming.getState().begin(id);
    },
  },
  {
    id: 'edit.frame', label: (t) => t('editing.frame'), keys: ['mod+g'], scope: 'canvas', menu: { name: 'edit', group: 4 },
    isEnabled: hasNodes,
    run: () => {
      const { selected, change, select } = editor();
      let made: string | null = null;
      change('frame', (doc) => {
        const framed = frameAround(doc, selected, rectsNow(), words.t('canvas.frame'));
        made = framed?.[1] ?? null;
        return framed?.[0] ?? doc;
      });
      if (made === null) return;
      select([made]);
      useRenaming.getState().begin(made);
    },
  },
  {
    id: 'edit.note', label: (t) => t('editing.note'), keys: ['shift+s'], scope: 'canvas', menu: { name: 'edit', group: 4 },
    run: () => {
      const { change, select } = editor();
      const { x, y } = middleOfView();
      let made = '';
      change('note_add', (doc) => {
        const [next, id] = addNote(doc, { x: x - NOTE_SIZE.width / 2, y: y - NOTE_SIZE.height / 2 });
        made = id;
        return next;
      });
      select([made]);
      useRenaming.getState().begin(made);
    },
  },
];
