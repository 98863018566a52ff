import { Menu } from '@mantine/core';
import { type MouseEvent as ReactMouseEvent, type ReactNode } from 'react';
import { create } from 'zustand';
import { useEditor } from '../../state/editor';
import { framesOf } from '../../state/graph/frames';
import { isNote } from '../../state/graph/notes';
import type { Point } from '../../state/graph/rect';
import { Colours } from './Colours';
import { CommandItems } from './CommandItems';
import { elementOf } from './here';
import { ALIGN, MENUS, type MenuKind } from './menus';

interface Open {
  kind: MenuKind;
  /** On the screen. */
  at: Point;
}

const useMenu = create<{ open: Open | null }>(() => ({ open: null }));

/** Where the menu was opened last, on the screen: what is pasted from it goes there. */
export function menuPoint(): Point | null {
  return useMenu.getState().open?.at ?? last;
}

let last: Point | null = null;
let before: HTMLElement | null = null;

/** Open the menu of what is at hand. id: the node or frame; it is chosen, unless it is one of several that are. */
export function openNodeMenu(event: ReactMouseEvent, id: string): void {
  event.preventDefault();
  const { doc, selected, select, selectWires } = useEditor.getState();
  if (!selected.has(id)) select([id]);
  selectWires([]);
  const chosen = useEditor.getState().selected;
  const isNode = doc.nodes.some((node) => chosen.has(node.id) && !isNote(node));
  open(isNode ? 'node' : 'shape', event, elementOf(id));
}

export function openWireMenu(event: ReactMouseEvent, id: string): void {
  event.preventDefault();
  useEditor.getState().select([]);
  useEditor.getState().selectWires([id]);
  open('wire', event, event.currentTarget);
}

export function openPaneMenu(event: MouseEvent | ReactMouseEvent): void {
  event.preventDefault();
  open('pane', event, null);
}

/** A menu that the keyboard asked for has no place of the pointer: it opens at the thing itself. */
function open(kind: MenuKind, event: MouseEvent | ReactMouseEvent, element: Element | null): void {
  const box = element?.getBoundingClientRect();
  const isByKey = event.clientX === 0 && event.clientY === 0;
  last = isByKey && box ? { x: box.x + 24, y: box.y + 24 } : { x: event.clientX, y: event.clientY };
  before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  useMenu.setState({ open: { kind, at: last } });
}

/** The focus goes back to where it was, unless what was done has put it elsewhere. */
function close(): void {
  useMenu.setState({ open: null });
  const from = before;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && from?.isConnected) from.focus();
  });
}

/** The menu of a node, a frame or note, a wire, or the empty canvas. */
export function ContextMenu(): ReactNode {
  const menu = useMenu((state) => state.open);
  const selected = useEditor((state) => state.selected);
  const doc = useEditor((state) => state.doc);
  if (!menu) return null;
  const hasColour = [...framesOf(doc), ...doc.nodes.filter(isNote)].some(({ id }) => selected.has(id));
  const groups = menu.kind === 'node' && selected.size > 1 ? [...MENUS.node.slice(0, -1), ...ALIGN, ...MENUS.node.slice(-1)] : MENUS[menu.kind];
  return (
    <Menu opened onClose={close} position="bottom-start" offset={2} width={244} shadow="md" returnFocus={false} withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }} key={`${menu.at.x} ${menu.at.y}`}>
      <Menu.Target>
        <button type="button" className="menu-point" tabIndex={-1} aria-hidden style={{ left: menu.at.x, top: menu.at.y }} />
      </Menu.Target>
      <Menu.Dropdown data-testid="canvas-menu">
        {hasColour && menu.kind !== 'wire' && <Colours done={close} />}
        <CommandItems groups={groups} />
      </Menu.Dropdown>
    </Menu>
  );
}
