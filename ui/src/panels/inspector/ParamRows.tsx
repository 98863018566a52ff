import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import type { Param } from '../../state/graph/catalog';
import type { GraphDocument, GraphNode } from '../../state/graph/document';
import { setParam } from '../../state/graph/edits';
import { isChanged, isVisible, MIXED, valueOf, type SharedParam } from '../../state/graph/shared';
import { useTranslation } from '../../words/words';
import { ShareToggle } from './CardToggles';
import { Group } from './Group';
import { ParamLabel } from './fields/ParamLabel';
import { ParamField } from './ParamField';

/** The params of one node: the usual ones, the others behind a title. */
export function NodeParams({ node, params }: { node: GraphNode; params: readonly Param[] }): ReactNode {
  const { t } = useTranslation();
  const shown = params.filter((param) => isVisible(param, node, params)).map((param): SharedParam => ({ param, value: valueOf(node, param) }));
  const usual = shown.filter(({ param }) => !param.advanced);
  const others = shown.filter(({ param }) => param.advanced);
  const changed = usual.filter(({ param }) => isChanged(param, node)).length;
  const hidden = others.filter(({ param }) => isChanged(param, node));
  return (
    <>
      <Group title={t('inspector.basic')} note={changed > 0 ? t('inspector.changed', { count: changed }) : ''}>
        {shown.length === 0 && <p className="nothing dim">{t('inspector.no_params')}</p>}
        {usual.map((one) => <Row key={one.param.name} shared={one} nodes={[node]} />)}
      </Group>
      {others.length > 0 && (
        <Group title={t('inspector.advanced')} note={hidden.slice(0, 2).map(({ param }) => param.name).join(', ')} isOpen={false} isMarked={hidden.length > 0}>
          {others.map((one) => <Row key={one.param.name} shared={one} nodes={[node]} />)}
        </Group>
      )}
    </>
  );
}

/** One param of one node or of several; a value that differs among them reads as mixed until it is set. */
export function Row({ shared: { param, value }, nodes }: { shared: SharedParam; nodes: readonly GraphNode[] }): ReactNode {
  const { t } = useTranslation();
  const change = (next: unknown): void => {
    const all = (doc: GraphDocument): GraphDocument => nodes.reduce((now, node) => setParam(now, node.id, param.name, next), doc);
    useEditor.getState().change('param', all, `${nodes.map((node) => node.id).join()}.${param.name}`);
  };
  const id = `param-${nodes[0]!.id}-${param.name}`;
  const isMixed = value === MIXED;
  return (
    <div className="ifield" title={param.description} data-about={param.description} data-mixed={isMixed || undefined}>
      <ParamLabel id={id} param={param} value={isMixed ? null : value} change={change} />
      <ParamField key={id} id={id} param={param} value={isMixed ? null : value} change={change} {...(isMixed && { hint: t('inspect.mixed') })} />
      {nodes.some((node) => isChanged(param, node)) ? (
        <button type="button" className="reset" aria-label={`${t('inspector.reset')}: ${param.name}`} title={t('inspector.reset')} onClick={() => change(undefined)}>
          <IconArrowBackUp size={14} aria-hidden />
        </button>
      ) : <span />}
      {nodes.length === 1 && <ShareToggle node={nodes[0]!.id} param={param.name} kind={param.param_type} />}
    </div>
  );
}
