import { Menu } from '@mantine/core';
import {
  IconArrowRampRight, IconCopyPlus, IconFrame, IconLayoutAlignLeft, IconPalette, IconPlayerTrackNext, IconSitemap, IconTrash, type TablerIcon,
} from '@tabler/icons-react';
import { NodeToolbar, Position } from '@xyflow/react';
import type { ReactNode } from 'react';
import { shown } from '../../state/commands/chord';
import { isEnabled, keysOf, perform, useCommands } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { framesOf } from '../../state/graph/frames';
import { isNote } from '../../state/graph/notes';
import { useTranslation } from '../../words/words';
import { Colours } from './Colours';
import { CommandItems } from './CommandItems';
import { ALIGN } from './menus';
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

/** What can be done with what is chosen, above it. hidden: while the pointer moves it. */
export function SelectionTools({ isHidden }: { isHidden: boolean }): ReactNode {
  const { t } = useTranslation();
  const selected = useEditor((state) => state.selected);
  const doc = useEditor((state) => state.doc);
  const isWriting = useRenaming((state) => state.id !== null);
  if (selected.size === 0 || isHidden || isWriting) return null;
  const isShapes = !doc.nodes.some((node) => selected.has(node.id) && !isNote(node));
  const hasColour = [...framesOf(doc), ...doc.nodes.filter(isNote)].some(({ id }) => selected.has(id));
  return (
    <NodeToolbar nodeId={[...selected]} isVisible position={Position.Top} offset={14} style={{ zIndex: 1001 }} className="tools float nodrag nopan" role="toolbar" aria-label={t('editing.tools')} data-testid="selection-tools">
      {TOOLS.filter(([id]) => !isShapes || id === 'edit.duplicate').map(([id, icon]) => <Tool key={id} id={id} icon={icon} />)}
      {selected.size > 1 && (
        <Pop label={t('editing.align')} icon={IconLayoutAlignLeft} id="align"><CommandItems groups={ALIGN} /></Pop>
      )}
      {hasColour && <Pop label={t('editing.colour')} icon={IconPalette} id="colour"><Colours /></Pop>}
      {AFTER.filter(([id]) => !isShapes || id === 'edit.delete').map(([id, icon]) => <Tool key={id} id={id} icon={icon} />)}
    </NodeToolbar>
  );
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

function Pop({ label, icon: Icon, id, children }: { label: string; icon: TablerIcon; id: string; children: ReactNode }): ReactNode {
  return (
    <Menu position="bottom-start" width={244} shadow="md" withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className="btn icon" aria-label={label} title={label} data-testid={`tool-${id}`}><Icon size={16} aria-hidden /></button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
