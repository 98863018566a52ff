import type { Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { START, NOTE } from '../../state/graph/document';
import { toggleFavourite } from '../../state/palette/kept';
import { setting } from '../../state/settings/settings';

/** Makes the node type that has the focus in the palette, else the one that is chosen on the canvas, a favourite, or no longer one. */
export const FAVOURITE: Command = {
  id: 'palette.favourite', label: (t) => t('at_hand.toggle'), keys: ['alt+s'], scope: 'global', menu: { name: 'edit', group: 3 },
  isEnabled: () => meant() !== null,
  isChecked: () => setting('favourites').includes(meant() ?? ''),
  run: () => {
    const type = meant();
    if (type !== null) toggleFavourite(type);
  },
};

function meant(): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('.palette [data-offers]');
  if (focused) return focused.dataset['offers']!;
  const { doc, selected } = useEditor.getState();
  const [id] = selected;
  const node = selected.size === 1 ? doc.nodes.find((one) => one.id === id) : undefined;
  return node && node.type !== START && node.type !== NOTE ? node.type : null;
}
