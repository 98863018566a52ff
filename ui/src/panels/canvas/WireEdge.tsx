import { BaseEdge, getBezierPath, getSmoothStepPath, getStraightPath, type EdgeProps } from '@xyflow/react';
import { memo, useContext, type ReactNode } from 'react';
import { LevelPrefix, stateOf } from '../../state/run/nodeState';
import { useSession } from '../../state/run/session';
import { useSetting } from '../../state/settings/settings';
import { useTranslation } from '../../words/words';
import { useDropWire } from './dropping';
import { labelId, type Wire } from './elements';
import { useLinking } from './linking';
import { colourOf } from './PortShape';
import { openQuick } from './quick';

const PATHS = { curved: getBezierPath, straight: getStraightPath, stepped: getSmoothStepPath };

/** A wire in its type's colour; dashed until its source has given something, moving while its target runs. */
export const WireEdge = memo(function WireEdge(props: EdgeProps<Wire>): ReactNode {
  const { id, source, target, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data, selected } = props;
  const { t } = useTranslation();
  const [path, x, y] = PATHS[useSetting('wire_style')]({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition });
  const prefix = useContext(LevelPrefix);
  const flow = useSession(({ picture }) => {
    if (!picture) return 'still';
    if (stateOf(picture, prefix, target)?.status === 'running') return 'live';
    const status = stateOf(picture, prefix, source)?.status;
    return status === 'completed' || status === 'cached' ? 'done' : 'still';
  });
  const isLoop = useLinking((state) => state.loop.has(id));
  const isDrop = useDropWire((state) => state.wire === id);
  const isTrigger = data?.dataType === 'TRIGGER';
  return (
    <>
      <desc id={labelId(`~${id}`)}>{t('canvas.wire_label', { source: data?.from, target: data?.to })}</desc>
      <BaseEdge
        id={id}
        path={path}
        className="wire"
        style={{ stroke: colourOf(data?.dataType ?? 'ANY') }}
        data-testid={`edge-${id}`}
        data-flow={isTrigger ? 'trigger' : flow}
        data-selected={selected || undefined}
        data-loop={isLoop || undefined}
        data-drop={isDrop || undefined}
        interactionWidth={12}
      />
      {!isTrigger && (
        // by keys the same is a command on the wire that is selected
        <g
          className="insert nopan" aria-hidden transform={`translate(${x} ${y})`} data-testid={`insert-${id}`}
          onClick={(event) => {
            event.stopPropagation();
            openQuick({ x: event.clientX, y: event.clientY }, { into: id });
          }}
        >
          <title>{t('connect.insert')}</title>
          <circle r="12" className="reach" />
          <circle r="9" />
          <path d="M-4 0h8M0-4v8" />
        </g>
      )}
    </>
  );
});
