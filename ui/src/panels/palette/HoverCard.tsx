import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Param, Port } from '../../state/graph/catalog';
import { isCard } from '../../state/graph/subgraph/ends';
import { nameOf } from '../../state/graph/subgraph/rows';
import { categoryName } from '../../words/category';
import { language } from '../../words/language';
import { useTranslation } from '../../words/words';
import { colourOf, PortShape } from '../canvas/PortShape';
import type { Shown } from './hovering';
import './hovercard.css';

const GAP = 8;
/** Letters of a default; what is longer is known by its beginning. */
const MOST = 40;

/** What a node type is for, what goes in and comes out, what can be set. Beside the palette, and gone when one goes elsewhere. */
export function HoverCard({ row, beside, stay, close }: Shown): ReactNode {
  const { t } = useTranslation();
  const card = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(beside.top);
  const [isLong, setLong] = useState(false);
  useLayoutEffect(() => {
    const { height } = card.current!.getBoundingClientRect();
    setTop(Math.max(GAP, Math.min(beside.top - GAP, innerHeight - height - 3 * GAP)));
    card.current!.scrollTop = 0;
    setLong(card.current!.scrollHeight > card.current!.clientHeight);
  }, [row, beside]);
  const other = language() === 'zh-TW' && !isCard({ type: row.node_name }) ? row.name_zh_TW : null;
  const shown = row.params.filter((one) => !one.advanced);
  return createPortal(
    <div
      ref={card} id="palette-hover" role="tooltip" className="hover-card float" style={{ top, left: (document.querySelector('.palette')?.getBoundingClientRect().right ?? beside.right) + GAP }}
      data-testid="palette-hover" data-offers={row.node_name} tabIndex={isLong ? 0 : undefined} onPointerEnter={stay} onPointerLeave={close}
    >
      <p className="name">
        <i className="square" style={{ background: colourOf(row.outputs[0]?.data_type ?? 'ANY') }} />
        <b>{nameOf(row)}</b>
        {other && <span className="dim">{other}</span>}
        <span className="grow" />
        <span className="dim cap">{categoryName(row.category)}</span>
      </p>
      {row.description && <p className="about">{row.description}</p>}
      <Ports title={t('at_hand.inputs')} ports={row.inputs} />
      <Ports title={t('at_hand.outputs')} ports={row.outputs} />
      {shown.length > 0 && (
        <>
          <h3>{t('at_hand.params')}</h3>
          <dl>{shown.map((one) => <div key={one.name}><dt>{one.name}</dt><dd className="dim mono cut">{defaultOf(one)}</dd></div>)}</dl>
        </>
      )}
      {row.params.length > shown.length && <p className="dim cap">{t('at_hand.advanced', { count: row.params.length - shown.length })}</p>}
      {row.provider === 'custom' && <p className="dim cap">{t('at_hand.own')}</p>}
      {row.requires_extra !== null && <p className="dim cap">{t('at_hand.needs', { extra: row.requires_extra })}</p>}
    </div>,
    document.body,
  );
}

function Ports({ title, ports }: { title: string; ports: readonly Port[] }): ReactNode {
  const { t } = useTranslation();
  if (ports.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {ports.map(({ name, data_type: type, optional }) => (
          <li key={name}>
            <span className="port-shape" style={{ color: colourOf(type) }}><PortShape type={type} isFilled={!optional} /></span>
            <span className="cut">{name}</span>
            {optional && <span className="dim cap">{t('at_hand.optional')}</span>}
            <span className="grow" />
            <span className="dim cap mono">{type}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function defaultOf({ default: value, param_type: type }: Param): string {
  if (value === null || value === '' || type === 'secret') return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST ? `${text.slice(0, MOST)}...` : text;
}
