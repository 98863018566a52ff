import { type MouseEvent as ReactMouseEvent, type ReactNode } from 'react';
import { create } from 'zustand';
import { useEditor } from '../../state/editor';
import { isNote } from '../../state/graph/notes';
import type { Point } from '../../state/graph/rect';
import { useTranslation } from '../../words/words';
import { elementOf } from './here';
import { MENUS, NODES_MENU, type MenuKind } from './menus';
import { Popup } from './Popup';

interface Open {
  kind: MenuKind;
  /** On the screen. */
  at: Point;
  isByKey: boolean;
}

const useMenu = create<{ open: Open | null }>(() => ({ open: null }));

/** Where the menu was opened last, on the screen: what is pasted from it goes there. */
export function menuPoint(): Point | null {
  return last;
}

let last: Point | null = null;

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
  useMenu.setState({ open: { kind, at: last, isByKey } });
}

const close = (): void => useMenu.setState({ open: null });

/** The menu of a node, a frame or note, a wire, or the empty canvas. */
export function ContextMenu(): ReactNode {
  const { t } = useTranslation();
  const menu = useMenu((state) => state.open);
  const isMany = useEditor((state) => state.selected.size > 1);
  if (!menu) return null;
  return (
    <Popup
      key={`${menu.at.x} ${menu.at.y}`} at={menu.at} isByKey={menu.isByKey} close={close} label={t('editing.menu')} testId="canvas-menu"
      groups={menu.kind === 'node' && isMany ? NODES_MENU : MENUS[menu.kind]}
    />
  );
}
