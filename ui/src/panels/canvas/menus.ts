/** What stands in the menus of the canvas: commands by their ids, in groups. Those that do not fit what is chosen are left out. */
import { COLOURS } from '../../state/graph/frames';

export type MenuKind = 'node' | 'shape' | 'wire' | 'pane';

const COLOUR_IDS = COLOURS.map((colour) => `edit.colour_${colour}`);

export const MENUS: Record<MenuKind, readonly (readonly string[])[]> = {
  node: [
    ['run.to_here', 'view.open_card', 'connect.start'],
    ['edit.cut', 'edit.copy', 'edit.duplicate'],
    ['edit.rename', 'edit.bypass', 'edit.frame', 'edit.make_subgraph', 'edit.unpack_card', 'edit.own_subgraph', 'edit.save_preset'],
    ['edit.delete'],
  ],
  shape: [['edit.rename'], COLOUR_IDS, ['edit.cut', 'edit.copy', 'edit.duplicate'], ['edit.delete']],
  wire: [['edit.insert'], ['edit.delete']],
  pane: [['edit.add', 'edit.note', 'edit.paste_here'], ['edit.select_all', 'arrange.layout'], ['view.fit', 'view.minimap']],
};

export const ALIGN: readonly (readonly string[])[] = [
  ['arrange.align_left', 'arrange.align_centre', 'arrange.align_right'],
  ['arrange.align_top', 'arrange.align_middle', 'arrange.align_bottom'],
  ['arrange.distribute_x', 'arrange.distribute_y'],
];

/** Of several nodes: lines and distances, too. */
export const NODES_MENU = [...MENUS.node.slice(0, -1), ...ALIGN, ...MENUS.node.slice(-1)];
