import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import { search, type NodeRow } from '../../state/graph/catalog';
import { nameOf } from '../../state/graph/subgraph/rows';
import { categoryName } from '../../words/category';
import { useTranslation } from '../../words/words';
import { colourOf } from '../canvas/PortShape';
import './quickadd.css';

interface Props {
  at: { x: number; y: number };
  /** Whether a type can be what is asked for. */
  fits: (row: NodeRow) => boolean;
  add: (row: NodeRow, stays: boolean) => void;
  close: () => void;
}

const SHOWN = 12;

/** Search over node types at the pointer; Enter adds, Ctrl+Enter adds and stays. */
export function QuickAdd({ at, fits, add, close }: Props): ReactNode {
  const { t } = useTranslation();
  const catalog = useCatalog();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(
    () => search(catalog, typed).filter(fits).slice(0, SHOWN),
    [catalog, typed, fits],
  );
  useEffect(() => setChosen(0), [typed]);
  useEffect(() => {
    const leave = (event: PointerEvent): void => {
      if (!list.current?.parentElement?.contains(event.target as Node)) close();
    };
    addEventListener('pointerdown', leave, true);
    return () => removeEventListener('pointerdown', leave, true);
  }, [close]);

  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const row = found[chosen];
    if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter' && row) add(row, event.ctrlKey || event.metaKey);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="quickadd float" style={{ left: at.x, top: at.y }} role="dialog" aria-label={t('quick.title')} data-testid="quick-add">
      <span className="field">
        <input
          autoFocus value={typed} placeholder={t('quick.search')} aria-label={t('quick.search')} role="combobox" aria-expanded
          aria-controls="quick-add-list" aria-activedescendant={found[chosen] && `quick-${found[chosen].node_name}`}
          data-testid="quick-add-input" onChange={(event) => setTyped(event.currentTarget.value)} onKeyDown={press}
        />
      </span>
      <div className="options" id="quick-add-list" role="listbox" ref={list} aria-label={t('quick.title')}>
        {found.map((row, place) => (
          <div
            key={row.node_name} id={`quick-${row.node_name}`} role="option" aria-selected={place === chosen} className="option"
            data-testid={`quick-add-option-${row.node_name}`} onPointerMove={() => setChosen(place)} onClick={() => add(row, false)}
          >
            <i className="square" style={{ background: colourOf(row.outputs[0]?.data_type ?? 'ANY') }} />
            <span>{nameOf(row)}</span>
            <span className="grow" />
            <span className="dim cap">{categoryName(row.category)}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="told dim" role="status">{t('palette.none', { typed })}</p>}
    </div>
  );
}
