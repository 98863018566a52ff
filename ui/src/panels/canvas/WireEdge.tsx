import { BaseEdge, getBezierPath, type EdgeProps } from '@xyflow/react';
import { memo, useContext, type ReactNode } from 'react';
import { LevelPrefix, stateOf } from '../../state/run/nodeState';
import { useSession } from '../../state/run/session';
import type { Wire } from './elements';
import { colourOf } from './PortShape';

/** A wire in its type's colour; dashed until its source has given something, moving while its target runs. */
export const WireEdge = memo(function WireEdge(props: EdgeProps<Wire>): ReactNode {
  const { id, source, target, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data, selected } = props;
  const [path] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition });
  const prefix = useContext(LevelPrefix);
  const flow = useSession(({ picture }) => {
    if (!picture) return 'still';
    if (stateOf(picture, prefix, target)?.status === 'running') return 'live';
    const status = stateOf(picture, prefix, source)?.status;
    return status === 'completed' || status === 'cached' ? 'done' : 'still';
  });
  return (
    <BaseEdge
      id={id}
      path={path}
      className="wire"
      style={{ stroke: colourOf(data?.dataType ?? 'ANY') }}
      data-testid={`edge-${id}`}
      data-flow={data?.dataType === 'TRIGGER' ? 'trigger' : flow}
      data-selected={selected || undefined}
      interactionWidth={12}
    />
  );
});
