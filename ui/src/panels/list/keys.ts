/** The keys of the list: those of a tree, and what can be done with the row that has the focus. */
import type { KeyboardEvent } from 'react';
import { useEditor } from '../../state/editor';
import { removeEdges } from '../../state/graph/edits';
import type { Row } from '../../state/graph/outline';
import { setOpen, useList } from '../../state/view/list';
import { openCard } from '../canvas/cards';

interface Here {
  rows: readonly Row[];
  focused: number;
  perPage: number;
  /** Give a row the focus; `how` its node is selected by that. */
  goTo: (index: number, how?: 'alone' | 'too' | 'not') => void;
}

/** Do what a key means there; true when it meant something. */
export function pressed(event: KeyboardEvent, here: Here): boolean {
  const { rows, focused, perPage, goTo } = here;
  const row = rows[focused];
  const isChosen = event.ctrlKey || event.metaKey;
  const how = event.shiftKey ? 'too' : isChosen ? 'not' : 'alone';
  if (event.altKey || !row) return false;
  switch (event.key) {
    case 'ArrowDown':
      goTo(Math.min(rows.length - 1, focused + 1), how);
      return true;
    case 'ArrowUp':
      goTo(Math.max(0, focused - 1), how);
      return true;
    case 'PageDown':
      goTo(Math.min(rows.length - 1, focused + perPage), how);
      return true;
    case 'PageUp':
      goTo(Math.max(0, focused - perPage), how);
      return true;
    case 'Home':
      goTo(0, how);
      return true;
    case 'End':
      goTo(rows.length - 1, how);
      return true;
    case 'ArrowRight':
      if (row.kind === 'node' && !row.isOpen) setOpen(row.node.id, true);
      else if (row.kind === 'node' && rows[focused + 1]?.node === row.node) goTo(focused + 1);
      return true;
    case 'ArrowLeft':
      if (row.kind === 'node') setOpen(row.node.id, false);
      else goTo(rows.findIndex((one) => one.key === row.node.id));
      return true;
  }
  return !isChosen && acted(event, row, here);
}

function acted(event: KeyboardEvent, row: Row, here: Here): boolean {
  const isReadOnly = useEditor.getState().readOnly !== null;
  if (isReadOnly && event.key !== ' ' && !(event.key === 'Enter' && row.kind === 'node')) return false;
  switch (event.key) {
    case ' ': {
      const { selected, select } = useEditor.getState();
      const next = new Set(selected);
      if (!next.delete(row.node.id)) next.add(row.node.id);
      select(next);
      return true;
    }
    case 'Enter':
      act(row);
      return true;
    case 'F2':
    case 'e':
    case 'E':
      if (row.kind === 'node' || row.kind === 'param') useList.setState({ editing: row.key });
      return true;
    case 'c':
    case 'C':
      if (row.kind === 'node') toFirstPort(row, here);
      else if (row.kind !== 'param') useList.setState({ connecting: row });
      return true;
    case 'Delete':
    case 'Backspace':
      if (row.kind === 'node') return false; // the selection goes, as on the canvas
      if (row.kind !== 'param') disconnect(row);
      return true;
  }
  return false;
}

/** What Enter and a double press do: a card is entered, another node opens and closes, a port is joined, a param is changed. */
export function act(row: Row): void {
  if (row.kind === 'node') {
    if (!openCard(row.node.id)) setOpen(row.node.id, !row.isOpen);
  } else if (useEditor.getState().readOnly) return;
  else if (row.kind === 'param') useList.setState({ editing: row.key });
  else useList.setState({ connecting: row });
}

function disconnect(row: Extract<Row, { port: string }>): void {
  const wires = new Set(row.links.map((link) => link.edge));
  useEditor.getState().change('delete', (doc) => removeEdges(doc, wires));
}

/** Open the node, and go to the first of its ports: an input that waits for a wire, else its first output. */
function toFirstPort(row: Extract<Row, { kind: 'node' }>, { rows, focused, goTo }: Here): void {
  if (!row.isOpen) return setOpen(row.node.id, true);
  const parts = rows.slice(focused + 1).filter((one) => one.node === row.node);
  const wanted = parts.find((one) => one.kind === 'in' && !one.isOptional && one.links.length === 0) ?? parts.find((one) => one.kind === 'out') ?? parts[0];
  if (wanted) goTo(rows.indexOf(wanted));
}
