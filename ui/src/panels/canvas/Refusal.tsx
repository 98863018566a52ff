import { useConnection, useReactFlow } from '@xyflow/react';
import { useEffect, type ReactNode } from 'react';
import type { PortRef } from '../../state/graph/wires';
import { useTranslation } from '../../words/words';
import { here } from './here';
import { against, useLinking } from './linking';

/** Beside the pointer: why the wire that is being drawn cannot end at the port it is over. */
export function Refusal(): ReactNode {
  const { t } = useTranslation();
  const { flowToScreenPosition } = useReactFlow();
  const line = useConnection();
  const over = line.inProgress && line.isValid !== true ? line.toHandle : null;
  const to: PortRef | null = over && { node: over.nodeId, port: over.id ?? '', kind: over.type === 'source' ? 'out' : 'in' };
  const found = to && against(to);
  useEffect(() => {
    if (!found && useLinking.getState().loop.size > 0) useLinking.setState({ loop: new Set() });
  }, [found]);
  const isCancelled = useLinking((state) => state.isCancelled);
  useEffect(() => {
    here.element?.toggleAttribute('data-cancelled', isCancelled);
  }, [isCancelled]);
  if (!found || !line.inProgress) return null;
  const box = here.element?.getBoundingClientRect();
  const at = flowToScreenPosition(line.to);
  return (
    <div className="refusal float" role="alert" data-testid="refusal" style={{ left: at.x - (box?.x ?? 0) + 14, top: at.y - (box?.y ?? 0) + 14 }}>
      {found === 'same_kind' ? t('refuse.same_kind') : t(`refuse.${found.code}`, { source: found.source, target: found.target })}
    </div>
  );
}
