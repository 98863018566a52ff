import type { Connection, EdgeChange, FinalConnectionState, HandleType, IsValidConnection, OnConnectStart, ReactFlowProps } from '@xyflow/react';
import { useCallback, useMemo, type MouseEvent as ReactMouseEvent, type RefObject } from 'react';
import { useEditor } from '../../state/editor';
import * as edits from '../../state/graph/edits';
import { reconnect, type PortRef } from '../../state/graph/wires';
import type { Card, FrameCard, Wire } from './elements';
import { mayEdit } from './editable';
import { here } from './here';
import { against, beginLink, endLink, useLinking } from './linking';
import { colourOf } from './PortShape';

/** How near to a port one may miss it, on the screen. */
export const NEAR = 28;

type Props = ReactFlowProps<Card | FrameCard, Wire>;
type Given = Pick<
  Props,
  | 'onEdgesChange' | 'onConnect' | 'onConnectStart' | 'onConnectEnd' | 'onReconnect' | 'onReconnectStart' | 'onReconnectEnd'
  | 'isValidConnection' | 'onEdgeClick'
>;

/** Wires with the pointer: drawn, refused, put elsewhere, pulled off, cut. dropped: what a wire does that ends on no port. */
export function useWires(
  canvas: RefObject<HTMLDivElement | null>,
  dropped: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => void,
): Given {
  const onEdgesChange = useCallback((changes: EdgeChange<Wire>[]) => {
    const chosen = new Set(useEditor.getState().selectedWires);
    for (const change of changes) {
      if (change.type !== 'select') continue;
      if (change.selected) chosen.add(change.id);
      else chosen.delete(change.id);
    }
    useEditor.getState().selectWires(chosen);
  }, []);

  const onConnectStart: OnConnectStart = useCallback((_event, { nodeId, handleId, handleType }) => {
    if (!nodeId) return;
    beginLink(refOf(nodeId, handleId, handleType), { moved: taken });
    taken = null;
    canvas.current?.style.setProperty('--link', colourOf(useLinking.getState().from?.type ?? 'ANY'));
  }, [canvas]);

  const onConnectEnd = useCallback((event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    const { moved, isCancelled } = useLinking.getState();
    if (moved !== null) return;
    if (!isCancelled) dropped(event, state);
    endLink();
  }, [dropped]);

  const isValidConnection: IsValidConnection<Wire> = useCallback((wire) => {
    const { from, isCancelled } = useLinking.getState();
    if (isCancelled) return false;
    if (!from) return edits.objection(useEditor.getState().doc, here.catalog, endsOf(wire)) === null;
    const to = from.kind === 'out' ? refOf(wire.target, wire.targetHandle, 'target') : refOf(wire.source, wire.sourceHandle, 'source');
    return against(to) === null;
  }, []);

  return useMemo(
    () => ({
      onEdgesChange, onConnectStart, onConnectEnd, isValidConnection,
      onConnect: (wire: Connection) => {
        if (!useLinking.getState().isCancelled) useEditor.getState().change('connect', (doc) => edits.connect(doc, endsOf(wire)));
      },
      // React Flow says so before it says where the wire begins
      onReconnectStart: (_event: unknown, wire: Wire) => {
        taken = wire.id;
      },
      onReconnect: (old: Wire, wire: Connection) => {
        if (!useLinking.getState().isCancelled) useEditor.getState().change('connect', (doc) => reconnect(doc, old.id, endsOf(wire)));
      },
      onReconnectEnd: (_event: unknown, wire: Wire, _kind: HandleType, state: FinalConnectionState) => {
        const { isCancelled } = useLinking.getState();
        endLink();
        if (isCancelled) return;
        // an end that is dropped on nothing comes off; on a port that refuses it the wire stays as it was
        if (!state.isValid && !state.toHandle) cut(wire.id, 'detach');
      },
      onEdgeClick: (event: ReactMouseEvent, wire: Wire) => {
        if (event.altKey && mayEdit()) cut(wire.id, 'delete');
      },
    }),
    [onEdgesChange, onConnectStart, onConnectEnd, isValidConnection],
  );
}

/** The wire whose end was just taken up. */
let taken: string | null = null;

export function endsOf(wire: Connection | Wire): edits.Ends {
  return {
    source: wire.source, target: wire.target, sourceHandle: wire.sourceHandle ?? '', targetHandle: wire.targetHandle ?? '',
  };
}

function refOf(node: string, port: string | null | undefined, kind: HandleType | null): PortRef {
  return { node, port: port ?? '', kind: kind === 'source' ? 'out' : 'in' };
}

function cut(id: string, label: string): void {
  useEditor.getState().change(label, (doc) => edits.removeEdges(doc, new Set([id])));
}
