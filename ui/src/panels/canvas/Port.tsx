import { Handle, Position } from '@xyflow/react';
import type { ReactNode } from 'react';
import { TRIGGER_HANDLE } from '../../state/graph/document';
import { portKey } from '../../state/graph/wires';
import { useTranslation } from '../../words/words';
import { useLinking } from './linking';
import { colourOf, PortShape } from './PortShape';

interface Props {
  id: string;
  node: string;
  kind: 'in' | 'out';
  type: string;
  /** Its middle, from the top of the node. */
  y: number;
  isFilled: boolean;
  isOptional: boolean;
  isMissing?: boolean | undefined;
  /** The card around has it. */
  isShown?: boolean;
  /** Its node is chosen: Tab goes through its ports. */
  isNear?: boolean | undefined;
}

/** A port of a node: where wires begin and end, with the pointer and by keys. */
export function Port({ id, node, kind, type, y, isFilled, isOptional, isMissing, isShown = false, isNear }: Props): ReactNode {
  const { t } = useTranslation();
  const key = portKey({ node, port: id, kind });
  // while a wire is drawn: where it comes from, what it fits, what is offered by keys
  const link = useLinking((state) => {
    if (!state.from) return undefined;
    if (state.fromKey === key) return 'from';
    if (state.offered === key) return 'offered';
    return state.keys.has(key) ? 'fits' : 'no';
  });
  return (
    <Handle
      id={id}
      type={kind === 'in' ? 'target' : 'source'}
      position={kind === 'in' ? Position.Left : Position.Right}
      className={id === TRIGGER_HANDLE ? 'port start' : 'port'}
      style={{ top: y, color: colourOf(type) }}
      data-testid={`port-${node}-${kind}-${id}`}
      data-port-type={type}
      data-connected={isFilled || undefined}
      data-optional={isOptional || undefined}
      data-missing={isMissing || undefined}
      data-shown={isShown || undefined}
      data-link={link}
      role="button"
      tabIndex={isNear ? 0 : -1}
      aria-label={t(kind === 'in' ? 'canvas.port_in' : 'canvas.port_out', {
        name: id === TRIGGER_HANDLE ? t('canvas.start_port') : id, type, state: t(isFilled ? 'canvas.joined' : 'canvas.free'),
      })}
    >
      {isShown && <i className="stub" />}
      <PortShape type={type} isFilled={isFilled || isShown} />
    </Handle>
  );
}
