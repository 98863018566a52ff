import { IconArrowBackUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import { useEditor } from '../../state/editor';
import type { NodeRow, Param } from '../../state/graph/catalog';
import { NOTE, type GraphNode } from '../../state/graph/document';
import { setParam } from '../../state/graph/edits';
import { categoryName } from '../../words/category';
import { language } from '../../words/language';
import { useTranslation } from '../../words/words';
import { ParamField } from './ParamField';
import './inspector.css';

/** What is selected, in full. */
export function Inspector(): ReactNode {
  const { t } = useTranslation();
  const node = useEditor(({ doc, selected }) =>
    selected.size === 1 ? doc.nodes.find((one) => selected.has(one.id) && one.type !== NOTE) : undefined,
  );
  return (
    <aside className="inspector" aria-label={t('inspector.title')} data-testid="inspector">
      {node ? <NodePage key={node.id} node={node} /> : <p className="nothing dim">{t('inspector.nothing')}</p>}
    </aside>
  );
}

function NodePage({ node }: { node: GraphNode }): ReactNode {
  const { t } = useTranslation();
  const row = useCatalog().byName.get(node.type);
  const params = (row?.params ?? []).filter((param) => isVisible(param, node));
  const changed = params.filter((param) => isChanged(param, node)).length;
  return (
    <>
      <header className="ihead">
        <h2 className="cut">{node.data?.label ?? node.type}</h2>
        <p className="dim cap">{row ? `${categoryName(row.category)} · ${titleOf(row, node)}` : t('canvas.unknown_type', { type: node.type })}</p>
      </header>
      <p className="about dim">{row?.description}</p>
      <Group title={t('inspector.basic')} note={changed > 0 ? t('inspector.changed', { count: changed }) : ''} isOpen>
        {params.length === 0 && <p className="nothing dim">{t('inspector.no_params')}</p>}
        {params.filter((param) => !param.advanced).map((param) => <Field key={param.name} param={param} node={node} />)}
      </Group>
      {params.some((param) => param.advanced) && (
        <Group title={t('inspector.advanced')} note="" isOpen={false}>
          {params.filter((param) => param.advanced).map((param) => <Field key={param.name} param={param} node={node} />)}
        </Group>
      )}
    </>
  );
}

function Group({ title, note, isOpen, children }: { title: string; note: string; isOpen: boolean; children: ReactNode }): ReactNode {
  const [open, setOpen] = useState(isOpen);
  return (
    <section>
      <button type="button" className="group" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        {title}
        <span className="grow" />
        <span className="note">{note}</span>
      </button>
      {open && children}
    </section>
  );
}

function Field({ param, node }: { param: Param; node: GraphNode }): ReactNode {
  const { t } = useTranslation();
  const value = node.data?.params?.[param.name] ?? param.default;
  const change = (next: unknown): void => {
    useEditor.getState().change('param', (doc) => setParam(doc, node.id, param.name, next), `${node.id}.${param.name}`);
  };
  const id = `param-${node.id}-${param.name}`;
  return (
    <div className="ifield" title={param.description}>
      <label htmlFor={id} className="cut">{param.name}</label>
      <ParamField id={id} param={param} value={value} change={change} />
      {isChanged(param, node) ? (
        <button type="button" className="reset" aria-label={t('inspector.reset')} title={t('inspector.reset')} onClick={() => change(undefined)}>
          <IconArrowBackUp size={14} aria-hidden />
        </button>
      ) : <span />}
    </div>
  );
}

function isChanged(param: Param, node: GraphNode): boolean {
  const value = node.data?.params?.[param.name];
  return value !== undefined && JSON.stringify(value) !== JSON.stringify(param.default);
}

/** A param is shown when what its visibility hangs on has one of the values named. */
function isVisible(param: Param, node: GraphNode): boolean {
  return Object.entries(param.visible_when).every(([other, wanted]) => {
    const value = node.data?.params?.[other];
    return value === undefined || (Array.isArray(wanted) ? wanted.some((one) => one === value) : wanted === value);
  });
}

/** The type, with its Chinese name where that is read. */
function titleOf(row: NodeRow, node: GraphNode): string {
  return language() === 'zh-TW' && row.name_zh_TW !== node.type ? `${node.type} ${row.name_zh_TW}` : node.type;
}
