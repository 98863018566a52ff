import { ViewportPortal, getBezierPath, Position } from '@xyflow/react';
import type { CSSProperties, ReactNode } from 'react';
import { TRIGGER_HANDLE } from '../../state/graph/document';
import { useEditor } from '../../state/editor';
import type { TypedPort } from '../../state/graph/wires';
import { useTranslation } from '../../words/words';
import { boxOf, HEAD } from './geometry';
import { here } from './here';
import { useLinking } from './linking';
import { colourOf } from './PortShape';

/** While a wire is drawn by keys: the wire as it would be, and what is offered in words. */
export function Offer(): ReactNode {
  const { t } = useTranslation();
  const { from, fits, at } = useLinking();
  const doc = useEditor((state) => state.doc);
  const to = at === null ? undefined : fits[at];
  if (!from || !to || at === null) return <div className="unseen" role="status" data-testid="link-offer" />;
  const title = (port: TypedPort): string => {
    const node = doc.nodes.find((one) => one.id === port.node);
    return String(node?.data?.label ?? node?.type ?? '');
  };
  const name = (port: TypedPort): string => (port.port === TRIGGER_HANDLE ? t('canvas.start_port') : port.port);
  const [out, into] = from.kind === 'out' ? [place(from), place(to)] : [place(to), place(from)];
  const [path] = getBezierPath({
    sourceX: out.x, sourceY: out.y, targetX: into.x, targetY: into.y, sourcePosition: Position.Right, targetPosition: Position.Left,
  });
  const words = t('connect.offer', {
    from: `${title(from)} ${name(from)}`, to: `${title(to)} ${name(to)}`, at: at + 1, count: fits.length,
  });
  return (
    <>
      <ViewportPortal>
        <svg className="offered-wire" style={{ '--type': colourOf(from.type) } as CSSProperties}><path d={path} /></svg>
      </ViewportPortal>
      <div className="linking float" role="status" data-testid="link-offer">{words}</div>
    </>
  );
}

function place(port: TypedPort): { x: number; y: number } {
  const node = useEditor.getState().doc.nodes.find((one) => one.id === port.node);
  if (!node) return { x: 0, y: 0 };
  const box = boxOf(node, here.catalog.byName.get(node.type));
  const { x = 0, y = 0 } = node.position ?? {};
  if (port.port === TRIGGER_HANDLE) return { x, y: y + HEAD / 2 };
  const row = (port.kind === 'in' ? box.inputs : box.outputs).find((one) => one.name === port.port);
  return { x: port.kind === 'in' ? x : x + box.width, y: y + (row?.y ?? 0) };
}
