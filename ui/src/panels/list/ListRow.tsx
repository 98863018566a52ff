import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { Catalog } from '../../state/graph/catalog';
import { TRIGGER_HANDLE, type GraphNode } from '../../state/graph/document';
import type { Link, PortRow, Row } from '../../state/graph/outline';
import { useTranslation } from '../../words/words';
import { colourOf, PortShape } from '../canvas/PortShape';
import { Problems, Status } from './NodeCells';
import { Rename, Value } from './Editing';
import { titleOf } from './rows';

interface Props {
  row: Row;
  index: number;
  top: number;
  isFocused: boolean;
  isSelected: boolean;
  isEditing: boolean;
  catalog: Catalog;
  nodes: ReadonlyMap<string, GraphNode>;
}

/** One row of the tree: a node, or a part of one. Its cells are the same five for all of them. */
export const ListRow = memo(function ListRow(props: Props): ReactNode {
  const { row, index, top, isFocused, isSelected } = props;
  return (
    <div
      role="row"
      className="tr"
      tabIndex={isFocused ? 0 : -1}
      data-index={index}
      data-key={row.key}
      data-kind={row.kind}
      data-testid={testId(row)}
      aria-rowindex={index + 2}
      aria-level={row.kind === 'node' ? 1 : 2}
      aria-posinset={row.at}
      aria-setsize={row.of}
      aria-expanded={row.kind === 'node' ? row.isOpen : undefined}
      aria-selected={isSelected}
      style={{ transform: `translateY(${top}px)` }}
    >
      {row.kind === 'node' && <NodeCells {...props} row={row} />}
      {(row.kind === 'in' || row.kind === 'out') && <PortCells {...props} row={row} />}
      {row.kind === 'param' && <ParamCells {...props} row={row} />}
    </div>
  );
});

function testId(row: Row): string {
  if (row.kind === 'node') return `list-node-${row.node.id}`;
  return row.kind === 'param' ? `list-param-${row.node.id}-${row.name}` : `list-port-${row.node.id}-${row.kind}-${row.port}`;
}

function NodeCells({ row, isEditing, catalog, nodes }: Props & { row: Extract<Row, { kind: 'node' }> }): ReactNode {
  const { node, isOpen } = row;
  const title = titleOf(node);
  const type = catalog.byName.get(node.type);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <span role="gridcell" className="c-node">
        <Chevron size={14} aria-hidden className="chevron" data-chevron />
        <i className="square" style={{ background: colourOf(type?.outputs[0]?.data_type ?? type?.inputs[0]?.data_type ?? 'ANY') }} />
        {isEditing ? <Rename node={node} /> : <b className="cut">{title}</b>}
        {title !== node.type && <span className="dim cut">{node.type.slice(0, 200)}</span>}
      </span>
      <span role="gridcell" className="cut"><Links links={row.inputs} nodes={nodes} way="in" /></span>
      <span role="gridcell" className="cut"><Links links={row.outputs} nodes={nodes} way="out" /></span>
      <span role="gridcell"><Status node={node} /></span>
      <span role="gridcell" className="c-problem"><Problems id={node.id} /></span>
    </>
  );
}

/** What a node's wires lead to, in a line: `a ← Other · port`. */
function Links({ links, nodes, way }: { links: readonly Link[]; nodes: ReadonlyMap<string, GraphNode>; way: 'in' | 'out' }): ReactNode {
  const { t } = useTranslation();
  const arrow = way === 'in' ? '←' : '→';
  const data = links.filter((link) => link.port !== TRIGGER_HANDLE);
  return (data.length > 0 ? data : links).slice(0, 8).map((link) => `${portName(t('list.start'), link.port)} ${arrow} ${nameOf(nodes, link.other)}`).join(', ');
}

function PortCells({ row, nodes }: Props & { row: PortRow }): ReactNode {
  const { t } = useTranslation();
  const links = row.links.map((link) => `${nameOf(nodes, link.other)} · ${portName(t('list.start'), link.otherPort)}`).join(', ');
  const isMissing = row.kind === 'in' && !row.isOptional && row.links.length === 0;
  const none = isMissing ? t('list.required') : t('list.free');
  const cell = (
    <span role="gridcell" className={links ? 'cut wide' : isMissing ? 'cut wide missing' : 'cut wide dim'}>
      {links ? `${row.kind === 'in' ? '←' : '→'} ${links}` : none}
    </span>
  );
  return (
    <>
      <span role="gridcell" className="c-node part">
        <span style={{ color: colourOf(row.type) }} className="sign"><PortShape type={row.type} isFilled={row.links.length > 0} /></span>
        <span className="cut">{portName(t('list.start'), row.port)}</span>
        <span className="dim cap">{row.kind === 'in' ? t('list.input') : t('list.output')} · {row.type}</span>
      </span>
      {row.kind === 'out' && <span role="gridcell" />}
      {cell}
    </>
  );
}

function ParamCells({ row, isEditing, catalog }: Props & { row: Extract<Row, { kind: 'param' }> }): ReactNode {
  const { t } = useTranslation();
  const param = catalog.byName.get(row.node.type)?.params.find((one) => one.name === row.name);
  return (
    <>
      <span role="gridcell" className="c-node part">
        <span className="sign" />
        <span className="cut">{row.name}</span>
        <span className="dim cap">{t('list.param')}</span>
      </span>
      <span role="gridcell" className="c-value">{param && <Value row={row} param={param} isEditing={isEditing} />}</span>
    </>
  );
}

function portName(start: string, port: string): string {
  return port === TRIGGER_HANDLE || port === 'trigger' ? start : port;
}

function nameOf(nodes: ReadonlyMap<string, GraphNode>, id: string): string {
  const node = nodes.get(id);
  return node ? titleOf(node) : id;
}
