import { useMemo, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import type { NodeRow, Port } from '../../state/graph/catalog';
import type { GraphNode } from '../../state/graph/document';
import { shapeText } from '../../state/outputs/numbers';
import { useTranslation } from '../../words/words';
import { PortToggle } from './CardToggles';
import { colourOf, PortShape } from '../canvas/PortShape';
import { useShapes, type Given } from './useShapes';

/** The ports of a node, what they take and give, and what they had in the run that is shown. */
export function PortsTab({ node, row }: { node: GraphNode; row: NodeRow }): ReactNode {
  const { t } = useTranslation();
  const edges = useEditor((state) => state.doc.edges);
  const { into, from } = useMemo(() => ({
    into: new Map(edges.filter((edge) => edge.target === node.id && edge.type !== 'trigger').map((edge) => [edge.targetHandle ?? '', edge])),
    from: new Set(edges.filter((edge) => edge.source === node.id).map((edge) => edge.sourceHandle ?? '')),
  }), [edges, node.id]);
  const given = useShapes(node.id);
  return (
    <div className="ports-tab" data-testid="ports">
      {row.inputs.length > 0 && <h3 className="sub">{t('inspect.inputs')}</h3>}
      {row.inputs.map((port) => {
        const wire = into.get(port.name);
        return wire
          ? <Fed key={port.name} node={node.id} port={port} source={wire.source} sourcePort={wire.sourceHandle ?? ''} />
          : <Line key={port.name} node={node.id} port={port} kind="in" isFilled={false} given={undefined} note={port.optional ? t('inspect.optional') : t('inspect.open')} />;
      })}
      {row.outputs.length > 0 && <h3 className="sub">{t('inspect.outputs')}</h3>}
      {row.outputs.map((port) => <Line key={port.name} node={node.id} port={port} kind="out" isFilled={from.has(port.name)} given={given.get(port.name)} note="" />)}
    </div>
  );
}

/** An input shows what its source gave. */
function Fed({ node, port, source, sourcePort }: { node: string; port: Port; source: string; sourcePort: string }): ReactNode {
  return <Line node={node} port={port} kind="in" isFilled given={useShapes(source).get(sourcePort)} note="" />;
}

interface LineProps {
  node: string;
  port: Port;
  kind: 'in' | 'out';
  isFilled: boolean;
  given: Given | undefined;
  note: string;
}

function Line({ node, port, kind, isFilled, given, note }: LineProps): ReactNode {
  return (
    <div className="port-line" title={port.description} data-testid={`inspector-port-${kind}-${port.name}`}>
      <span className="port-mark" style={{ color: colourOf(port.data_type) }} data-connected={isFilled || undefined}>
        <PortShape type={port.data_type} isFilled={isFilled} />
      </span>
      <span className="strong cut">{port.name}</span>
      <span className="dim cap">{port.data_type}</span>
      <span className="grow" />
      {given?.shape
        ? <span className="mono cut">{shapeText(given.shape)}{given.dtype && <span className="dim"> {given.dtype}</span>}</span>
        : <span className="dim cap cut">{given ? given.note || given.type : note}</span>}
      <PortToggle node={node} port={port.name} side={kind === 'in' ? 'inputs' : 'outputs'} data={port.data_type} />
    </div>
  );
}
