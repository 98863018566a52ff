import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useReactFlow } from '@xyflow/react';
import { useEffect, useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { useCatalog, useNodeRows } from '../../api/queries';
import { takesNodes } from '../../state/adding';
import { register, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { search, type NodeRow } from '../../state/graph/catalog';
import { addNode, freeAt } from '../../state/graph/edits';
import { isCard } from '../../state/graph/subgraph/ends';
import { CARD_CATEGORY, nameOf } from '../../state/graph/subgraph/rows';
import { toggleSide, usePanels } from '../../state/panels';
import { categoryName } from '../../words/category';
import { language } from '../../words/language';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { CardIcon } from '../canvas/CardIcon';
import { startDrag } from '../canvas/dropping';
import { colourOf } from '../canvas/PortShape';
import './palette.css';

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
  useEffect(() => register([FIND]), []);
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  if (isReadOnly) return null;
  return (
    <aside className="palette" aria-label={t('palette.title')} data-testid="palette">
      <h2 className="phead">{t('palette.title')}</h2>
      <label className="field">
        <IconSearch size={14} aria-hidden />
        <input
          value={typed}
          placeholder={t('palette.search', { count: catalog.rows.length })}
          aria-label={t('palette.search', { count: catalog.rows.length })}
          data-testid="palette-search"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter' && found?.[0]) add(found[0].node_name);
            if (event.key === 'Escape') setTyped('');
          }}
        />
        <kbd className="key">/</kbd>
      </label>
      <div className="list">
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
          : <>
              {catalog.categories.map((one) => <Category key={one.name} name={one.name} rows={one.rows} add={add} />)}
              <Cards add={add} />
            </>}
      </div>
    </aside>
  );
}

function Category({ name, rows, add }: { name: string; rows: readonly NodeRow[]; add: (type: string) => void }): ReactNode {
  const [isOpen, setOpen] = useState(name === 'Training' || name === 'Data');
  return (
    <section>
      <button type="button" className="category" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        {categoryName(name)}
        <span className="count">{rows.length}</span>
      </button>
      {isOpen && rows.map((row) => <Item key={row.node_name} row={row} add={add} />)}
    </section>
  );
}

/** Presets, and the subgraphs of this graph. */
function Cards({ add }: { add: (type: string) => void }): ReactNode {
  const { rows } = useCatalog();
  return [CARD_CATEGORY.preset, CARD_CATEGORY.subgraph].map((name) => {
    const cards = rows.filter((row) => row.category === name && isCard({ type: row.node_name }));
    return cards.length > 0 && <Category key={name} name={name} rows={cards} add={add} />;
  });
}

interface ItemProps {
  row: NodeRow;
  add: (type: string) => void;
  withCategory?: boolean;
}

function Item({ row, add, withCategory }: ItemProps): ReactNode {
  const colour = colourOf(row.outputs[0]?.data_type ?? 'ANY');
  return (
    <button
      type="button"
      className="item"
      draggable
      title={language() === 'zh-TW' && !isCard({ type: row.node_name }) ? `${row.name_zh_TW}：${row.description}` : row.description}
      style={{ '--type': colour } as CSSProperties}
      data-testid={`palette-item-${row.node_name}`}
      onDragStart={(event) => startDrag(event, row.node_name)}
      onClick={() => add(row.node_name)}
    >
      {isCard({ type: row.node_name }) ? <CardIcon type={row.node_name} /> : <i className="square" />}
      <span className="cut">{nameOf(row)}</span>
      {withCategory && <span className="count">{categoryName(row.category)}</span>}
    </button>
  );
}

/** Adds a node in the middle of what is seen of the canvas, a step beside the one that was added there before. */
function useAdd(): (type: string) => void {
  const flow = useReactFlow();
  return (type) => {
    const canvas = document.querySelector('.canvas')?.getBoundingClientRect();
    const middle = canvas ? { x: canvas.x + canvas.width / 2 - 88, y: canvas.y + canvas.height / 2 - 60 } : { x: 0, y: 0 };
    const editor = useEditor.getState();
    const at = freeAt(editor.doc, flow.screenToFlowPosition(middle));
    let added = '';
    editor.change('add', (doc) => {
      const [next, id] = addNode(doc, type, at);
      added = id;
      return next;
    });
    editor.select([added]);
  };
}
