import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useCatalog, useNodeRows } from '../../api/queries';
import { takesNodes } from '../../state/adding';
import { register, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { search, typesIn } from '../../state/graph/catalog';
import { toggleSide, usePanels } from '../../state/panels';
import { Boundary, quiet } from '../../parts/Boundary';
import { lazy } from '../../parts/lazy';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { FAVOURITE } from './favourite';
import { Groups } from './Groups';
import { useHovering } from './hovering';
import { Item } from './Item';
import { useAdd } from './useAdd';
import { stepAmong } from './stepping';
import './palette.css';

const FreshBar = lazy(() => import('./FreshBar').then((module) => ({ default: module.FreshBar })));
const HoverCard = lazy(() => import('./HoverCard').then((module) => ({ default: module.HoverCard })));

const FIND: Command = {
  id: 'view.palette', label: (t) => t('palette.find'), keys: ['/'], scope: 'canvas', menu: { name: 'view', group: 2 },
  isEnabled: () => useEditor.getState().readOnly === null,
  run: () => {
    if (!usePanels.getState().isSideOpen) toggleSide();
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[data-testid="palette-search"]')?.select());
  },
};

/** Every node type, by category or by what was typed; drag one onto the canvas, or press Enter. */
export function Palette(): ReactNode {
  const { t } = useTranslation();
  const catalog = useCatalog();
  const { isPending, error, refetch } = useNodeRows();
  const [typed, setTyped] = useState('');
  const found = useMemo(() => (typed.trim() ? search(catalog, typed) : null), [catalog, typed]);
  const add = useAdd();
  useEffect(() => takesNodes(add), [add]);
  useEffect(() => register([FIND, FAVOURITE]), []);
  const whole = useRef<HTMLElement>(null);
  const { card, ...hovering } = useHovering(catalog);
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  if (isReadOnly) return null;
  return (
    <aside className="palette" aria-label={t('palette.title')} data-testid="palette" ref={whole}>
      <h2 className="phead">{t('palette.title')}</h2>
      <label className="field">
        <IconSearch size={14} aria-hidden />
        <input
          value={typed}
          placeholder={t('palette.search', { count: typesIn(catalog) })}
          aria-label={t('palette.search', { count: typesIn(catalog) })}
          data-testid="palette-search"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found?.[0]) add(found[0].node_name);
            if (event.key === 'Escape') setTyped('');
            if (event.key === 'ArrowDown') stepAmong(event);
          }}
        />
        <kbd className="key">/</kbd>
      </label>
      <Boundary stopped={quiet}><Suspense fallback={null}><FreshBar /></Suspense></Boundary>
      <div className="list" onKeyDown={stepAmong} {...hovering}>
        {isPending && <p className="told dim">{t('palette.loading')}</p>}
        {error && (
          <div className="told" role="alert">
            <p>{t('palette.failed')}</p>
            <p className="dim">{sentenceOf(t, error)}</p>
            <button type="button" className="btn small" onClick={() => void refetch()}>{t('palette.retry')}</button>
          </div>
        )}
        {found?.length === 0 && (
          <div className="told" data-testid="palette-empty">
            <p className="dim">{t('palette.none', { typed })}</p>
            <button type="button" className="btn small" onClick={() => setTyped('')}>{t('palette.clear')}</button>
          </div>
        )}
        {found
          ? found.map((row) => <Item key={row.node_name} row={row} add={add} withCategory />)
          : <Groups add={add} whole={whole} />}
      </div>
      {card && <Boundary stopped={quiet}><Suspense fallback={null}><HoverCard {...card} /></Suspense></Boundary>}
    </aside>
  );
}
