/** Commands for cards: subgraphs and presets. */
import { register, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { usePresetDialog } from '../presets/PresetDialog';
import { forEditing } from './editable';
import { cardAtHand, isInPreset, isSharedAtHand, leaveCard, makeOfSelection, openCard, ownSubgraphAtHand, unpackAtHand } from './cards';

const editor = useEditor.getState;

const COMMANDS: readonly Command[] = [
  {
    id: 'edit.make_subgraph',
    label: (t) => t('subgraph.make'),
    keys: ['mod+shift+g'],
    scope: 'canvas',
    menu: { name: 'edit', group: 4 },
    isEnabled: () => editor().selected.size > 0,
    run: makeOfSelection,
  },
  {
    id: 'edit.unpack_card',
    label: (t) => t('subgraph.unpack'),
    keys: ['mod+shift+u'],
    scope: 'canvas',
    menu: { name: 'edit', group: 4 },
    isEnabled: () => cardAtHand() !== null && !isInPreset(),
    run: unpackAtHand,
  },
  {
    id: 'edit.own_subgraph',
    label: (t) => t('subgraph.own'),
    scope: 'canvas',
    menu: { name: 'edit', group: 4 },
    isEnabled: isSharedAtHand,
    run: ownSubgraphAtHand,
  },
  {
    id: 'edit.save_preset',
    label: (t) => t('preset.save_what'),
    scope: 'canvas',
    menu: { name: 'edit', group: 4 },
    isEnabled: () => editor().selected.size > 0,
    run: () => usePresetDialog.setState({ ids: editor().selected }),
  },
  {
    id: 'view.leave_card',
    label: (t) => t('subgraph.leave'),
    keys: ['alt+arrowup'],
    scope: 'canvas',
    menu: { name: 'view', group: 3 },
    isEnabled: () => editor().path.length > 0,
    run: leaveCard,
  },
  {
    // Escape lets go of what is selected first
    id: 'view.leave_card_free',
    label: (t) => t('subgraph.leave'),
    keys: ['escape'],
    scope: 'canvas',
    isHidden: true,
    isEnabled: () => editor().path.length > 0 && editor().selected.size + editor().selectedWires.size === 0,
    run: leaveCard,
  },
];

/** Enter on a card opens it; what Enter means to a wire that is being drawn goes before, what it means to nodes after. */
export const OPEN_CARD: Command = {
  id: 'view.open_card',
  label: (t) => t('subgraph.enter'),
  keys: ['enter'],
  scope: 'canvas',
  menu: { name: 'view', group: 3 },
  isEnabled: () => cardAtHand() !== null,
  run: () => void openCard(cardAtHand() ?? ''),
};

/** Make known what goes before other commands of the same keys; once, when the program starts. */
export function registerCardCommands(): void {
  register(COMMANDS.map(forEditing));
}
