import {
  IconArrowRampRight, IconCopyPlus, IconFrame, IconLayoutAlignLeft, IconPalette, IconPlayerTrackNext, IconSitemap, IconTrash, type TablerIcon,
} from '@tabler/icons-react';
import { NodeToolbar, Position, useStore } from '@xyflow/react';
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { shown } from '../../state/commands/chord';
import { isEnabled, keysOf, perform, useCommands } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { isNote } from '../../state/graph/notes';
import { segmentsOf } from '../../state/graph/segment';
import type { Point } from '../../state/graph/rect';
import { useTranslation } from '../../words/words';
import { Colours } from './Colours';
import { colourNow } from './colours';
import { ALIGN } from './menus';
import { Popup } from './Popup';
import { useRenaming } from './renaming';

const TOOLS: readonly [string, TablerIcon][] = [
  ['run.to_here', IconPlayerTrackNext],
  ['edit.duplicate', IconCopyPlus],
  ['edit.frame', IconFrame],
  ['edit.make_subgraph', IconSitemap],
];
const AFTER: readonly [string, TablerIcon][] = [
  ['edit.bypass', IconArrowRampRight],
  ['edit.delete', IconTrash],
];
/** What can be done with frames and notes as well. */
const SHAPES = new Set(['edit.duplicate', 'edit.delete']);

/** What can be done with what is chosen, above it. isHidden: while the pointer moves it. */
export function SelectionTools({ isHidden }: { isHidden: boolean }): ReactNode {
  const { t } = useTranslation();
  const selected = useEditor((state) => state.selected);
  const isShapes = useEditor(({ doc, selected: chosen }) => !doc.nodes.some((node) => chosen.has(node.id) && !isNote(node)));
  const hasColour = useEditor((state) => colourNow(state) !== undefined);
  // above what is compared stands what comes of it
  const isCompared = useEditor(({ doc, selected: chosen }) => segmentsOf(doc).some(({ head, tail }) => chosen.has(head) || chosen.has(tail)));
  const isWriting = useRenaming((state) => state.id !== null);
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  const row = useRef<HTMLDivElement>(null);
  const shift = useShift(row, !isHidden && selected.size > 0);
  if (selected.size === 0 || isHidden || isWriting || isReadOnly) return null;
  const fits = ([id]: readonly [string, TablerIcon]): boolean => !isShapes || SHAPES.has(id);
  return (
    <NodeToolbar nodeId={[...selected]} isVisible position={isCompared ? Position.Bottom : Position.Top} offset={14} style={{ zIndex: 1001, marginLeft: shift }} className="tools float nodrag nopan" role="toolbar" aria-label={t('editing.tools')} data-testid="selection-tools">
      <div ref={row} className="tool-row">
        {TOOLS.filter(fits).map(([id, icon]) => <Tool key={id} id={id} icon={icon} />)}
        {selected.size > 1 && <AlignTool />}
        {hasColour && <ColourTool />}
        {AFTER.filter(fits).map(([id, icon]) => <Tool key={id} id={id} icon={icon} />)}
      </div>
    </NodeToolbar>
  );
}

/** Pixels from the edge of the canvas. */
const EDGE = 8;

/** How far the tools have to go sideways to stand on the canvas, whole. isShown: whether they are there. */
function useShift(row: RefObject<HTMLDivElement | null>, isShown: boolean): number {
  const [shift, setShift] = useState(0);
  useStore(({ transform }) => transform.join()); // with the camera they come to stand elsewhere
  useLayoutEffect(() => {
    const [tools, canvas] = [row.current?.parentElement, row.current?.closest('.react-flow')];
    if (!isShown || !tools || !canvas) return;
    const [box, room] = [tools.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const [tooFarLeft, tooFarRight] = [room.left + EDGE - (box.left - shift), box.right - shift - (room.right - EDGE)];
    const wanted = Math.round(tooFarLeft > 0 ? tooFarLeft : -Math.max(0, tooFarRight));
    if (wanted !== shift) setShift(wanted);
  });
  return shift;
}

function Tool({ id, icon: Icon }: { id: string; icon: TablerIcon }): ReactNode {
  const { t } = useTranslation();
  const command = useCommands((state) => state.commands.get(id));
  if (!command || !isEnabled(command)) return null;
  const [key, label] = [keysOf(command)[0], command.label(t)];
  return (
    <button type="button" className="btn icon" aria-label={label} title={key ? `${label} (${shown(key)})` : label} onClick={() => perform(id)} data-testid={`tool-${id}`}>
      <Icon size={16} aria-hidden />
    </button>
  );
}

function AlignTool(): ReactNode {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<Point | null>(null);
  const close = useCallback(() => setAt(null), []);
  const open = (): void => {
    const box = button.current!.getBoundingClientRect();
    setAt({ x: box.left, y: box.bottom });
  };
  return (
    <>
      <button ref={button} type="button" className="btn icon" aria-label={t('editing.align')} title={t('editing.align')} aria-haspopup="menu" aria-expanded={at !== null} onClick={open} data-testid="tool-align">
        <IconLayoutAlignLeft size={16} aria-hidden />
      </button>
      {at && <Popup at={at} label={t('editing.align')} groups={ALIGN} isByKey={false} close={close} testId="align-menu" />}
    </>
  );
}

function ColourTool(): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <span className="pop">
      <button type="button" className="btn icon" aria-label={t('editing.colour')} title={t('editing.colour')} aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} data-testid="tool-colour">
        <IconPalette size={16} aria-hidden />
      </button>
      {isOpen && <Colours done={close} />}
    </span>
  );
}
