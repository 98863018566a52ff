import { useReactFlow, type FinalConnectionState } from '@xyflow/react';
import { useCallback, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useCatalog } from '../../api/queries';
import { useEditor } from '../../state/editor';
import { isCompatible, type NodeRow } from '../../state/graph/catalog';
import { TRIGGER_HANDLE } from '../../state/graph/document';
import * as edits from '../../state/graph/edits';
import { QuickAdd, type Wanted } from '../quickadd/QuickAdd';

interface Open {
  /** Within the canvas, pixels. */
  at: edits.Point;
  wanted: Wanted | null;
  from: { node: string; port: string } | null;
}

interface QuickAdding {
  element: ReactNode;
  onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => void;
  openAt: (x: number, y: number) => void;
}

/** Quick add on the canvas: by Tab, by a double press, and where a wire is dropped on nothing. */
export function useQuickAdd(canvas: RefObject<HTMLDivElement | null>): QuickAdding {
  const flow = useReactFlow();
  const catalog = useCatalog();
  const [open, setOpen] = useState<Open | null>(null);
  const close = useCallback(() => setOpen(null), []);

  const place = useCallback(
    (x: number, y: number): edits.Point => {
      const box = canvas.current!.getBoundingClientRect();
      return { x: Math.min(x - box.x, box.width - 332), y: Math.min(y - box.y, box.height - 400) };
    },
    [canvas],
  );

  const openAt = useCallback((x: number, y: number) => setOpen({ at: place(x, y), wanted: null, from: null }), [place]);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isCanvas = event.target === document.body || (event.target as HTMLElement).closest('.react-flow') !== null;
      const isNode = (event.target as HTMLElement).closest('.react-flow__node') !== null;
      if (event.key !== 'Tab' || event.isComposing || event.shiftKey || !isCanvas || isNode) return;
      if ((event.target as HTMLElement).matches('input, button, a')) return;
      event.preventDefault();
      const box = canvas.current!.getBoundingClientRect();
      openAt(box.x + box.width / 2 - 160, box.y + box.height / 3);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [canvas, openAt]);

  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      if (state.isValid || state.toHandle || !state.fromHandle || !('clientX' in event)) return;
      const { nodeId, id, type } = state.fromHandle;
      const dataType = (event.target as HTMLElement).ownerDocument
        .querySelector(`[data-testid="port-${CSS.escape(nodeId)}-${type === 'source' ? 'out' : 'in'}-${CSS.escape(id ?? '')}"]`)
        ?.getAttribute('data-port-type');
      setOpen({
        at: place(event.clientX, event.clientY),
        wanted: { kind: type, type: dataType ?? 'ANY' },
        from: { node: nodeId, port: id ?? '' },
      });
    },
    [place],
  );

  const add = useCallback(
    (row: NodeRow, stays: boolean) => {
      if (!open) return;
      const box = canvas.current!.getBoundingClientRect();
      const at = flow.screenToFlowPosition({ x: open.at.x + box.x, y: open.at.y + box.y });
      let added = '';
      useEditor.getState().change('add', (doc) => {
        const [next, id] = edits.addNode(doc, row.node_name, at);
        added = id;
        const ends = endsOf(open, row, id);
        return ends && edits.objection(next, catalog, ends) === null ? edits.connect(next, ends) : next;
      });
      useEditor.getState().select([added]);
      if (!stays) setOpen(null);
    },
    [open, canvas, flow, catalog],
  );

  return { element: open && <QuickAdd at={open.at} wanted={open.wanted} add={add} close={close} />, onConnectEnd, openAt };
}

/** The wire between the port it was drawn from and the first port of the new node that fits. */
function endsOf({ from, wanted }: Open, row: NodeRow, id: string): edits.Ends | null {
  if (!from || !wanted) return null;
  if (wanted.type === 'TRIGGER') return { source: from.node, sourceHandle: from.port, target: id, targetHandle: TRIGGER_HANDLE };
  if (wanted.kind === 'source') {
    const port = row.inputs.find((one) => isCompatible(wanted.type, one.data_type));
    return port ? { source: from.node, sourceHandle: from.port, target: id, targetHandle: port.name } : null;
  }
  const port = row.outputs.find((one) => isCompatible(one.data_type, wanted.type));
  return port ? { source: id, sourceHandle: port.name, target: from.node, targetHandle: from.port } : null;
}
