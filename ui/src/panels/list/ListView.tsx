import { IconPlus, IconSearch, IconSitemap } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { perform, register } from '../../state/commands/commands';
import { addNode } from '../../state/graph/edits';
import { placeBeside } from '../../state/graph/outline';
import { useBeginning } from '../../state/tabs/beginning';
import { setOpen, useList } from '../../state/view/list';
import { useTranslation } from '../../words/words';
import { EmptyCanvas } from '../canvas/EmptyCanvas';
import { useLevelOnShow } from '../canvas/useLevel';
import { QuickAdd } from '../quickadd/QuickAdd';
import { ConnectDialog } from './ConnectDialog';
import { ListTable } from './ListTable';
import { useRows } from './rows';
import './list.css';

/** Here nothing is asked for that a node has to fit. */
const anyType = (): boolean => true;

/** The graph as a list: all that the canvas can do, without a pointer and for readers of screens. */
export function ListView(): ReactNode {
  const { t } = useTranslation();
  const list = useRows();
  const { connecting, isAdding, filter, said } = useList();
  const loads = useEditor((state) => state.loads);
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  const path = useEditor((state) => state.path);
  const wrap = useRef<HTMLElement>(null);
  useEffect(() => useList.setState({ focus: null, open: new Set(), editing: null, connecting: null, isAdding: false, filter: '' }), [loads, path]);
  useEffect(() => register([{
    id: 'list.add', label: (words) => words('list.add'), keys: ['a', 'insert'], scope: 'canvas', menu: { name: 'edit', group: 1 },
    isEnabled: () => useEditor.getState().readOnly === null, run: () => useList.setState({ isAdding: true }),
  }]), []);

  const toRow = useCallback(() => wrap.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus(), []);
  const closeAdd = useCallback(() => {
    useList.setState({ isAdding: false });
    requestAnimationFrame(toRow); // when the row of what was added is there
  }, [toRow]);
  const add = (type: string, stays: boolean): void => {
    let added = '';
    const { focus } = useList.getState();
    const beside = list.rows.find((row) => row.key === focus)?.node.id ?? null;
    useEditor.getState().change('add', (doc) => {
      const [next, id] = addNode(doc, type, placeBeside(doc, beside));
      added = id;
      return next;
    });
    useEditor.getState().select([added]);
    setOpen(added, true);
    useList.setState({ focus: added, filter: '', said: t('list.added', { type }) });
    if (!stays) closeAdd();
  };

  const { isInside } = useLevelOnShow();
  const isBegun = useBeginning((state) => state.isOver);

  return (
    <section ref={wrap} className="list-view" data-canvas aria-label={t('view.list')} data-testid="list-view">
      <header className="list-bar">
        <h1 className="unseen">{t('view.list')}</h1>
        <label className="field">
          <IconSearch size={14} aria-hidden />
          <input
            value={filter}
            placeholder={t('list.filter')}
            aria-label={t('list.filter')}
            data-testid="list-filter"
            onChange={(event) => useList.setState({ filter: event.currentTarget.value, focus: null })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') useList.setState({ filter: '' });
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              toRow();
            }}
          />
        </label>
        <span className="dim cap">{t('far.nodes', { count: list.doc.nodes.length })}</span>
        <span className="grow" />
        <button type="button" className="btn" disabled={isReadOnly} onClick={() => useList.setState({ isAdding: true })} aria-keyshortcuts="A" title="A" data-testid="list-add">
          <IconPlus size={14} aria-hidden />
          {t('list.add')}
        </button>
        <button type="button" className="btn" onClick={() => perform('view.list')} aria-keyshortcuts="L" title="L" data-testid="list-leave">
          <IconSitemap size={14} aria-hidden />
          {t('view.canvas')}
        </button>
      </header>
      {list.doc.nodes.length === 0 ? <div className="list-empty">{isInside ? <p className="empty dim">{t('subgraph.empty')}</p> : isBegun && <EmptyCanvas />}</div> : <ListTable list={list} />}
      {list.doc.nodes.length > 0 && list.rows.length === 0 && <p className="list-none dim" role="status">{t('palette.none', { typed: filter })}</p>}
      {isAdding && <QuickAdd at={{ x: 12, y: 44 }} fits={anyType} add={(row, stays) => add(row.node_name, stays)} close={closeAdd} />}
      {connecting && <ConnectDialog key={connecting.key} row={connecting} list={list} />}
      <p className="unseen" role="status" data-testid="list-said">{said}</p>
    </section>
  );
}
