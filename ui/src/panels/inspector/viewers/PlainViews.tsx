import { useVirtualizer } from '@tanstack/react-virtual';
import { IconCopy } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { figureText } from '../../../state/outputs/numbers';
import { useTranslation } from '../../../words/words';
import type { Place } from '../../../api/outputs';
import { CopyButton } from '../../../parts/CopyButton';
import { Download } from './Download';

export function TextView({ place, text, length, isCut }: { place: Place; text: string; length: number; isCut: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="viewer" data-testid="view-text">
      <pre className="text-view" tabIndex={0}>{text}</pre>
      <div className="viewer-foot">
        <CopyButton text={text} label={t('viewer.copy_text')}><IconCopy size={14} aria-hidden /></CopyButton>
        <Download place={place} kind="txt" />
        <span className="grow" />
        <span className="dim cap">{isCut ? t('viewer.cut', { shown: text.length, count: length }) : t('viewer.letters', { count: length })}</span>
      </div>
    </div>
  );
}

export function ScalarView({ value }: { value: unknown }): ReactNode {
  const { i18n } = useTranslation();
  const text = typeof value === 'number' ? figureText(value, i18n.language)
    : Array.isArray(value) ? `${figureText(Number(value[0]), i18n.language)} + ${figureText(Number(value[1]), i18n.language)}i`
    : value === null || value === undefined ? 'NaN' : String(value);
  return <p className="scalar-view" data-testid="view-scalar">{text}</p>;
}

const ROW = 24;

/** A short list of plain values as a table; of any other one what it looks like. */
export function ListView({ place, values, length, repr }: { place: Place; values: unknown; length: number; repr: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = Array.isArray(values) ? (values as unknown[]) : [];
  const list = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 10, useFlushSync: false });
  const cell = (value: unknown): string => (typeof value === 'number' ? figureText(value, i18n.language) : value === null ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value));
  return (
    <div className="viewer" data-testid="view-list" data-count={length}>
      {rows.length === 0 && <pre className="text-view" tabIndex={0}>{repr}</pre>}
      {rows.length > 0 && (
        <div ref={scroller} className="list-values" tabIndex={0} role="table" aria-label={t('viewer.list')} aria-rowcount={rows.length}>
          <div role="rowgroup" style={{ height: list.getTotalSize(), position: 'relative' }}>
            {list.getVirtualItems().map(({ index, start }) => (
              <div key={index} role="row" aria-rowindex={index + 1} className="list-row" style={{ transform: `translateY(${start}px)` }}>
                <span role="cell" className="dim">{index}</span>
                {cellsOf(rows[index]).map((value, at) => <span role="cell" key={at} className="cut">{cell(value)}</span>)}
              </div>
            ))}
          </div>
        </div>
      )}
      <div className="viewer-foot">
        <Download place={place} kind="csv" />
        <span className="grow" />
        <span className="dim cap">{rows.length > 0 && rows.length < length ? t('media.rows', { shown: rows.length, count: length }) : t('viewer.items', { count: length })}</span>
      </div>
    </div>
  );
}

/** A row's cells: of a mapping its values, each with its name. */
function cellsOf(row: unknown): readonly unknown[] {
  if (Array.isArray(row)) return row;
  return typeof row === 'object' && row !== null ? Object.entries(row).map(([name, value]) => `${name}: ${value === null ? '–' : String(value)}`) : [row];
}

export function ModelView({ name, params, trainable }: { name: string; params: number; trainable: number }): ReactNode {
  const { t, i18n } = useTranslation();
  const whole = new Intl.NumberFormat(i18n.language);
  return (
    <dl className="rows" data-testid="view-model">
      <dt>{t('viewer.class')}</dt>
      <dd className="mono">{name}</dd>
      <dt>{t('viewer.weights')}</dt>
      <dd>{whole.format(params)}</dd>
      <dt>{t('viewer.trainable')}</dt>
      <dd>{whole.format(trainable)}</dd>
      {trainable < params && (
        <>
          <dt>{t('viewer.frozen')}</dt>
          <dd>{whole.format(params - trainable)}</dd>
        </>
      )}
    </dl>
  );
}

export function PlainView({ type, repr }: { type: string; repr: string }): ReactNode {
  return (
    <div className="viewer" data-testid="view-plain">
      <p className="dim cap">{type}</p>
      <pre className="text-view" tabIndex={0}>{repr}</pre>
    </div>
  );
}
