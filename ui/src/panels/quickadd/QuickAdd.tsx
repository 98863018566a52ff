import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import { search, type NodeRow } from '../../state/graph/catalog';
import { isCard } from '../../state/graph/subgraph/ends';
import { nameOf } from '../../state/graph/subgraph/rows';
import { atHandFirst, used, useKept } from '../../state/palette/kept';
import { setting } from '../../state/settings/settings';
import { categoryName } from '../../words/category';
import { language } from '../../words/language';
import { useTranslation } from '../../words/words';
import { colourOf } from '../canvas/PortShape';
import { Categories } from './Categories';
import './quickadd.css';

interface Props {
  at: { x: number; y: number };
  /** Whether a type can be what is asked for. */
  fits: (row: NodeRow) => boolean;
  add: (row: NodeRow, stays: boolean) => void;
  close: () => void;
}

const SHOWN = 12;

/** Search over node types at the pointer, what is at hand first; Enter adds, Ctrl+Enter adds and stays, Tab goes to the categories. */
export function QuickAdd({ at, fits, add, close }: Props): ReactNode {
  const { t } = useTranslation();
  const catalog = useCatalog();
  const [typed, setTyped] = useState('');
  const [category, setCategory] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // as it was when it opened: adding several does not move the next one
  const [atHand] = useState(() => [useKept.getState().recent, setting('favourites')] as const);
  const all = useMemo(
    () => (typed.trim() ? search(catalog, typed) : atHandFirst(catalog, ...atHand)).filter(fits),
    [catalog, typed, fits, atHand],
  );
  const found = useMemo(
    () => (category === null ? all : all.filter((row) => row.category === category)).slice(0, SHOWN),
    [all, category],
  );
  useEffect(() => setChosen(0), [typed, category]);
  useEffect(() => {
    const leave = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    addEventListener('pointerdown', leave, true);
    return () => removeEventListener('pointerdown', leave, true);
  }, [close]);

  const take = (row: NodeRow, stays: boolean): void => {
    add(row, stays);
    used(row.node_name);
  };
  const press = (event: KeyboardEvent): void => {
    const row = found[chosen];
    if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0));
    else if (event.key === 'Tab') box.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    else if (event.key === 'Enter' && row) take(row, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = (event: KeyboardEvent): void => {
    // it lies on the canvas, whose single keys mean other things
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };

  return (
    <div className="quickadd float" style={{ left: at.x, top: at.y }} role="dialog" aria-label={t('quick.title')} data-testid="quick-add" ref={box} onKeyDown={leave}>
      <span className="field">
        <input
          autoFocus value={typed} placeholder={t('quick.search')} aria-label={t('quick.search')} role="combobox" aria-expanded
          aria-controls="quick-add-list" aria-activedescendant={found[chosen] && `quick-${found[chosen].node_name}`} ref={input}
          data-testid="quick-add-input" onChange={(event) => setTyped(event.currentTarget.value)} onKeyDown={press}
        />
      </span>
      <Categories rows={all} chosen={category} choose={setCategory} back={() => input.current?.focus()} />
      <div className="options" id="quick-add-list" role="listbox" aria-label={t('quick.title')}>
        {found.map((row, place) => (
          <Option key={row.node_name} row={row} isChosen={place === chosen} point={() => setChosen(place)} add={(stays) => take(row, stays)} />
        ))}
      </div>
      {found.length === 0 && <p className="told dim" role="status">{t('palette.none', { typed })}</p>}
    </div>
  );
}

interface OptionProps {
  row: NodeRow;
  isChosen: boolean;
  point: () => void;
  add: (stays: boolean) => void;
}

function Option({ row, isChosen, point, add }: OptionProps): ReactNode {
  const name = language() === 'zh-TW' ? row.name_zh_TW || nameOf(row) : nameOf(row);
  // of a card the name is all that a person knows: its type is made of an id
  const hasType = name !== row.node_name && !isCard({ type: row.node_name });
  return (
    <div
      id={`quick-${row.node_name}`} role="option" aria-selected={isChosen} className="option" data-testid={`quick-add-option-${row.node_name}`}
      onPointerMove={point} onClick={(event) => add(event.ctrlKey || event.metaKey)}
    >
      <i className="square" style={{ background: colourOf(row.outputs[0]?.data_type ?? 'ANY') }} />
      <span className={hasType ? 'called' : 'cut'}>{name}</span>
      {hasType && <span className="dim cap mono cut">{row.node_name}</span>}
      <span className="of dim cap">{categoryName(row.category)}</span>
    </div>
  );
}
