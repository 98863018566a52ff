/** Commands for cards: subgraphs and presets. */
import { register, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { isInPreset, leaveCard, makeOfSelection, openCard, selectedCard, unpackSelection } from './cards';

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
    isEnabled: () => selectedCard() !== null && !isInPreset(),
    run: unpackSelection,
  },
  {
    id: 'view.open_card',
    label: (t) => t('subgraph.enter'),
    keys: ['enter'],
    scope: 'canvas',
    menu: { name: 'view', group: 3 },
    isEnabled: () => selectedCard() !== null,
    run: () => void openCard(selectedCard() ?? ''),
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

/** Make them known; once, when the program starts, before other commands of the same keys. */
export function registerCardCommands(): void {
  register(COMMANDS);
}
