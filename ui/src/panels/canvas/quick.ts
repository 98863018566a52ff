/** Quick add, wherever it was asked for: by key, by a double press, by a wire dropped on nothing, on a wire. */
import { create } from 'zustand';
import { useEditor } from '../../state/editor';
import { isCompatible, type NodeRow } from '../../state/graph/catalog';
import { TRIGGER_HANDLE } from '../../state/graph/document';
import { addNode, connect, freeAt, insertOnEdge, objection } from '../../state/graph/edits';
import type { Point } from '../../state/graph/rect';
import { endsBetween, standsIn, typesOfWire, type PortRef, type TypedPort } from '../../state/graph/wires';
import { mayEdit } from './editable';
import { here } from './here';

export interface QuickOpen {
  /** On the screen. */
  at: Point;
  /** The port that a wire was drawn from: the new node is joined to it. */
  from: TypedPort | null;
  /** The wire that the new node is put into. */
  into: string | null;
}

export const useQuick = create<{ open: QuickOpen | null }>(() => ({ open: null }));

export function openQuick(at: Point, { from = null, into = null }: Partial<QuickOpen> = {}): void {
  if (mayEdit()) useQuick.setState({ open: { at, from, into } });
}

export function closeQuick(): void {
  useQuick.setState({ open: null });
}

/** Which types can be what was asked for. */
export function fitting({ from, into }: QuickOpen): (row: NodeRow) => boolean {
  if (into === null) return (row) => from === null || joint(row, from) !== null;
  const types = typesOfWire(useEditor.getState().doc, here.catalog, into);
  return (row) => types !== null && standsIn(row, types);
}

/** Add a node of a type where quick add is, joined as it was asked for; its id. */
export function addHere(row: NodeRow, { at, from, into }: QuickOpen): string {
  const place = freeAt(useEditor.getState().doc, here.flow?.screenToFlowPosition(at) ?? at);
  let added = '';
  useEditor.getState().change(into === null ? 'add' : 'insert', (doc) => {
    const [next, id] = addNode(doc, row.node_name, place);
    added = id;
    if (into !== null) return insertOnEdge(next, here.catalog, into, id) ?? next;
    const port = from && joint(row, from);
    if (!from || !port) return next;
    const ends = endsBetween(from, { ...port, node: id });
    return objection(next, here.catalog, ends) === null ? connect(next, ends) : next;
  });
  useEditor.getState().select([added]);
  return added;
}

/** The first port of a type that a wire from `from` fits. */
function joint(row: NodeRow, from: TypedPort): Omit<PortRef, 'node'> | null {
  if (row.node_name === 'Start') return from.kind === 'in' && from.type === 'TRIGGER' ? { port: 'trigger', kind: 'out' } : null;
  if (from.type === 'TRIGGER') return from.kind === 'out' ? { port: TRIGGER_HANDLE, kind: 'in' } : null;
  const found = from.kind === 'out'
    ? row.inputs.find((port) => isCompatible(from.type, port.data_type))
    : row.outputs.find((port) => isCompatible(port.data_type, from.type));
  return found ? { port: found.name, kind: from.kind === 'out' ? 'in' : 'out' } : null;
}
