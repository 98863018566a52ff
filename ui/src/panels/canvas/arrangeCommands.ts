/** Moving by keys, lines and distances, going from node to node. */
import type { Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { aligned, distributed, SIDES, type Axis, type Side } from '../../state/graph/align';
import { alongWith, moveAll, moved, type Places } from '../../state/graph/moves';
import type { Point } from '../../state/graph/rect';
import { neighbour, type Direction } from '../../state/graph/wires';
import { arrange } from './arranging';
import { meant } from './editCommands';
import { focusOn, here, rectsNow } from './here';

/** Pixels at zoom 1, and with Shift. */
const STEP = 8;
const LEAP = 24;
const WAYS: Record<Direction, Point> = {
  left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, up: { x: 0, y: -1 }, down: { x: 0, y: 1 },
};

const editor = useEditor.getState;

function nudge(direction: Direction, far: number): void {
  const { selected, change } = editor();
  const way = WAYS[direction];
  // steps of one key are one step of undo
  const burst = `move ${[...selected].sort().join(' ')}`;
  change('move', (doc) => {
    const rects = rectsNow();
    return moveAll(doc, alongWith(doc, moved(selected, { x: way.x * far, y: way.y * far }, rects), rects));
  }, burst);
}

function bring(label: string, places: Places): void {
  editor().change(label, (doc) => moveAll(doc, alongWith(doc, places, rectsNow())));
}

function go(direction: Direction): void {
  const { doc, select } = editor();
  const from = meant();
  const to = from === null ? doc.nodes[0]?.id : neighbour(doc, rectsNow(), from, direction);
  if (!to) return;
  select([to]);
  focusOn(to);
}

const moves = (Object.keys(WAYS) as Direction[]).flatMap((direction): Command[] => {
  const isEnabled = (): boolean => editor().selected.size > 0;
  const shared = { scope: 'canvas', repeats: true, isHidden: true, isEnabled } as const;
  return [
    { ...shared, id: `arrange.move_${direction}`, label: (t) => t(`editing.move_${direction}`), keys: [`arrow${direction}`], run: () => nudge(direction, STEP) },
    { ...shared, id: `arrange.leap_${direction}`, label: (t) => t(`editing.leap_${direction}`), keys: [`shift+arrow${direction}`], run: () => nudge(direction, LEAP) },
    {
      ...shared, id: `arrange.go_${direction}`, label: (t) => t(`editing.go_${direction}`), keys: [`alt+arrow${direction}`],
      isEnabled: () => editor().doc.nodes.length > 0, run: () => go(direction),
    },
  ];
});

const align = (side: Side): Command => ({
  id: `arrange.align_${side}`, label: (t) => t(`editing.align_${side}`), scope: 'canvas',
  isEnabled: () => editor().selected.size > 1, run: () => bring('align', aligned(editor().selected, rectsNow(), side)),
});

const distribute = (axis: Axis): Command => ({
  id: `arrange.distribute_${axis}`, label: (t) => t(`editing.distribute_${axis}`), scope: 'canvas',
  isEnabled: () => editor().selected.size > 2, run: () => bring('align', distributed(editor().selected, rectsNow(), axis)),
});

const layout: Command = {
  id: 'arrange.layout', label: (t) => t('editing.layout'), keys: ['shift+l'], scope: 'canvas', menu: { name: 'edit', group: 4 },
  isEnabled: () => editor().doc.nodes.length > 1 && here.flow !== null, run: () => void arrange(),
};

export const ARRANGE_COMMANDS: readonly Command[] = [...moves, ...SIDES.map(align), distribute('x'), distribute('y'), layout];
