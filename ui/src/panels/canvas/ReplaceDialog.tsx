import { useMemo, useState, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import { Dialog } from '../../parts/Dialog';
import { useEditor } from '../../state/editor';
import { search } from '../../state/graph/catalog';
import { candidates, replaced } from '../../state/graph/replace';
import { latestCatalog, nameOf } from '../../state/graph/subgraph/rows';
import { toast } from '../../state/toasts';
import { categoryName } from '../../words/category';
import { useTranslation } from '../../words/words';
import { colourOf } from './PortShape';
import './replace.css';

/** Types that are offered before anything is typed. */
const OFFERED = 12;

/** Choose the type that nodes of a missing one are to have, and see beforehand what does not fit. */
export function ReplaceDialog({ types, close }: { types: readonly string[]; close: () => void }): ReactNode {
  const { t, i18n } = useTranslation();
  const catalog = useCatalog();
  const root = useEditor((state) => state.root);
  const [from, setFrom] = useState(types[0]!);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const best = useMemo(() => candidates(root, catalog, from, catalog.rows), [root, catalog, from]);
  const found = (typed.trim() ? search(catalog, typed).filter((row) => row.node_name !== from) : best).slice(0, OFFERED);
  const row = found.find((one) => one.node_name === chosen) ?? found[0];
  const told = useMemo(() => (row ? replaced(root, catalog, from, row) : null), [root, catalog, from, row]);
  const list = new Intl.ListFormat(i18n.language);
  const lost = told && told.params.length + told.wires.length > 0 ? list.format([...told.params, ...told.wires]) : '';
  const take = (): void => {
    if (!row) return;
    const { changeRoot, undo } = useEditor.getState();
    const { count } = replaced(useEditor.getState().root, latestCatalog(), from, row);
    changeRoot('replace', (now) => replaced(now, latestCatalog(), from, row).doc);
    toast({
      text: (say) => [say('replace.done', { count, from, to: row.node_name }), lost && say('replace.left', { names: lost })].filter(Boolean).join(' '),
      action: { label: (say) => say('edit.undo'), run: () => void undo() },
    });
    close();
  };
  return (
    <Dialog
      title={t('replace.title')} onClose={close} width={480} testId="replace-dialog"
      foot={(
        <>
          <button type="button" className="btn" onClick={close}>{t('replace.cancel')}</button>
          <button type="button" className="btn primary" disabled={!row} onClick={take} data-testid="replace-take">{t('replace.take', { count: told?.count ?? 0 })}</button>
        </>
      )}
    >
      <div className="swap">
        {types.length > 1 ? (
          <label className="swap-from">
            <span className="dim">{t('replace.from')}</span>
            <select className="select" value={from} onChange={(event) => setFrom(event.currentTarget.value)} data-testid="replace-from">
              {types.map((type) => <option key={type}>{type}</option>)}
            </select>
          </label>
        ) : <p className="swap-from"><span className="dim">{t('replace.from')}</span><b className="mono cut">{from}</b></p>}
        <label className="field">
          <input
            value={typed} placeholder={t('quick.search')} aria-label={t('quick.search')} autoComplete="off" spellCheck={false} data-testid="replace-search"
            role="combobox" aria-expanded aria-controls="replace-list" aria-activedescendant={row && `replace-${row.node_name}`}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              const at = found.findIndex((one) => one === row);
              if (event.key === 'ArrowDown') setChosen(found[Math.min(at + 1, found.length - 1)]?.node_name ?? '');
              else if (event.key === 'ArrowUp') setChosen(found[Math.max(at - 1, 0)]?.node_name ?? '');
              else if (event.key === 'Enter') take();
              else return;
              event.preventDefault();
            }}
          />
        </label>
        <div id="replace-list" role="listbox" aria-label={t('replace.to')} className="swap-list">
          {found.map((one) => (
            <div
              key={one.node_name} id={`replace-${one.node_name}`} role="option" aria-selected={one === row} className="swap-row"
              onClick={() => setChosen(one.node_name)} onDoubleClick={take} data-testid={`replace-option-${one.node_name}`}
            >
              <i style={{ background: colourOf(one.outputs[0]?.data_type ?? 'ANY') }} />
              <span className="cut">{nameOf(one)}</span>
              <span className="grow" />
              <span className="dim cap">{categoryName(one.category)}</span>
            </div>
          ))}
          {found.length === 0 && <p className="dim">{t('palette.none', { typed })}</p>}
        </div>
        <p className="swap-told" role="status" data-testid="replace-told" data-lost={lost !== '' || undefined}>
          {told && (lost === '' ? t('replace.all_kept') : t('replace.left', { names: lost }))}
        </p>
      </div>
    </Dialog>
  );
}
