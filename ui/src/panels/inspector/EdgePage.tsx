import { IconArrowRight, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import { useEditor } from '../../state/editor';
import type { GraphEdge } from '../../state/graph/document';
import { removeEdges } from '../../state/graph/edits';
import { countOf, shapeText } from '../../state/outputs/numbers';
import { useTranslation } from '../../words/words';
import { colourOf } from '../canvas/PortShape';
import { useGoToNode } from '../canvas/useGoToNode';
import { useShapes } from './useShapes';

/** A wire: what it joins, and what went through it last. */
export function EdgePage({ edge }: { edge: GraphEdge }): ReactNode {
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  const { t, i18n } = useTranslation();
  const goTo = useGoToNode();
  const source = useEditor((state) => state.doc.nodes.find((node) => node.id === edge.source));
  const target = useEditor((state) => state.doc.nodes.find((node) => node.id === edge.target));
  const row = useCatalog().byName.get(source?.type ?? '');
  const isTrigger = edge.type === 'trigger';
  const type = isTrigger ? 'TRIGGER' : (row?.outputs.find((port) => port.name === edge.sourceHandle)?.data_type ?? 'ANY');
  const given = useShapes(edge.source).get(edge.sourceHandle ?? '');
  const go = (node: string): void => goTo({ path: useEditor.getState().path, node });
  const end = (id: string, title: string | undefined, port: string | undefined): ReactNode => (
    <button type="button" className="go-end" onClick={() => go(id)} title={t('inspect.go')} data-testid={`edge-end-${id}`}>
      <span className="cut">{title ?? id}</span>
      {port && <span className="dim cut">{port}</span>}
      <IconArrowRight size={14} aria-hidden />
    </button>
  );
  return (
    <>
      <header className="ihead">
        <i className="type-square" style={{ background: colourOf(type) }} />
        <h2 className="cut">{t('inspect.wire')}</h2>
      </header>
      <dl className="rows" data-testid="edge-page">
        <dt>{t('inspect.from')}</dt>
        <dd>{end(edge.source, source?.data?.label ?? source?.type, isTrigger ? undefined : edge.sourceHandle)}</dd>
        <dt>{t('inspect.to')}</dt>
        <dd>{end(edge.target, target?.data?.label ?? target?.type, isTrigger ? undefined : edge.targetHandle)}</dd>
        <dt>{t('inspect.type')}</dt>
        <dd>{isTrigger ? t('inspect.starts') : type}</dd>
        {!isTrigger && (
          <>
            <dt>{t('inspect.last')}</dt>
            <dd className={given?.shape ? 'mono' : 'dim'} data-testid="edge-shape">
              {given ? (given.shape ? `${shapeText(given.shape)} ${given.dtype ?? ''}` : given.note || given.type) : t('inspect.nothing_yet')}
            </dd>
            {given?.shape && (
              <>
                <dt>{t('inspect.elements')}</dt>
                <dd>{new Intl.NumberFormat(i18n.language).format(countOf(given.shape))}</dd>
              </>
            )}
          </>
        )}
      </dl>
      <div className="ifoot">
        <button
          type="button"
          className="btn danger"
          disabled={isReadOnly}
          onClick={() => useEditor.getState().change('delete', (doc) => removeEdges(doc, new Set([edge.id])))}
          data-testid="edge-delete"
        >
          <IconTrash size={14} aria-hidden />
          {t('inspect.delete')}
        </button>
      </div>
    </>
  );
}
