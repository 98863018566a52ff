/** What is dragged over the canvas: a type from the palette, files, a node that may go into a wire. */
import { create } from 'zustand';
import type { DragEvent } from 'react';
import { useEditor } from '../../state/editor';
import { addNode, insertOnEdge } from '../../state/graph/edits';
import { standsIn, typesOfWire } from '../../state/graph/wires';
import { used } from '../../state/palette/kept';
import { dropFiles } from './files';
import { here } from './here';

const NODE_MIME = 'application/x-cdui-node-type';

/** The wire that what is dragged would go into. */
export const useDropWire = create<{ wire: string | null }>(() => ({ wire: null }));

/** While a drag goes on the browser does not tell what it carries. */
let carried: string | null = null;

export function startDrag(event: DragEvent, type: string): void {
  event.dataTransfer.setData(NODE_MIME, type);
  carried = type;
}

export function dragOver(event: DragEvent): void {
  const isNode = event.dataTransfer.types.includes(NODE_MIME);
  if (!isNode && !event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  if (isNode && carried !== null) offerWire(event.clientX, event.clientY, carried);
}

export function dragLeave(event: DragEvent): void {
  if (!here.element?.contains(event.relatedTarget as Node | null)) mark(null);
}

export function drop(event: DragEvent): void {
  const files = [...event.dataTransfer.files];
  const type = event.dataTransfer.getData(NODE_MIME);
  const { flow } = here;
  if (!flow || (files.length === 0 && !type)) return;
  event.preventDefault();
  if (files.length > 0) return void dropFiles(files, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  const at = flow.screenToFlowPosition({ x: event.clientX - 60, y: event.clientY - 14 });
  const wire = offerWire(event.clientX, event.clientY, type);
  mark(null);
  let added = '';
  useEditor.getState().change(wire ? 'insert' : 'add', (doc) => {
    const [next, id] = addNode(doc, type, at);
    added = id;
    return (wire && insertOnEdge(next, here.catalog, wire, id)) || next;
  });
  useEditor.getState().select([added]);
  used(type);
}

/** Mark the wire under the pointer that a node of a type fits; its id. */
function offerWire(x: number, y: number, type: string): string | null {
  const row = here.catalog.byName.get(type);
  const wire = row ? wireAt(x, y) : null;
  const types = wire && typesOfWire(useEditor.getState().doc, here.catalog, wire);
  const found = row && types && standsIn(row, types) ? wire : null;
  mark(found);
  return found;
}

/** A node that is dragged, and has no wires of its own, may go into the wire it is over. */
export function dragNode(event: { clientX: number; clientY: number }, id: string): void {
  const { doc } = useEditor.getState();
  const node = doc.nodes.find((one) => one.id === id);
  if (!node || doc.edges.some((edge) => edge.type !== 'trigger' && (edge.source === id || edge.target === id))) return mark(null);
  offerWire(event.clientX, event.clientY, node.type);
}

/** The wire that is marked, which is then no more. */
export function takeWire(): string | null {
  const { wire } = useDropWire.getState();
  mark(null);
  return wire;
}

function mark(wire: string | null): void {
  if (useDropWire.getState().wire !== wire) useDropWire.setState({ wire });
}

/** The wire under a point of the screen. */
function wireAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const edge = element.closest('.react-flow__edge');
    if (edge) return edge.getAttribute('data-id');
  }
  return null;
}
