import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import type { Field, Param } from '../../state/graph/catalog';
import type { GraphNode } from '../../state/graph/document';
import { definitionOf, isSubgraph } from '../../state/graph/subgraph/ends';
import { setValue, valueOf } from '../../state/graph/subgraph/share';
import { usePresets } from '../../state/presets';
import { useTranslation } from '../../words/words';
import { ParamLabel } from './fields/ParamLabel';
import { ParamField } from './ParamField';

/** A param that a card shows: of a subgraph for all its cards, of a preset for this card. */
export function CardField({ node, param, field }: { node: GraphNode; param: Param; field: Field }): ReactNode {
  const { t } = useTranslation();
  const root = useEditor((state) => state.root);
  const shelf = usePresets((state) => state.shelf);
  const given = valueOf(root, shelf, node, param.name);
  const definition = definitionOf(root, node.type, shelf);
  const isOwn = definition && isSubgraph(definition) ? given !== undefined : node.data?.internalParams?.[field.node]?.[field.param] !== undefined;
  const id = `param-${node.id}-${param.name}`;
  const change = (next: unknown): void => {
    useEditor.getState().changeCard('param', (now, path, scope) => setValue(now, path, shelf, scope, node.id, param.name, next), id);
  };
  return (
    <div className="ifield" title={param.description} data-about={param.description}>
      <ParamLabel id={id} param={param} value={given ?? param.default} change={change} />
      <ParamField key={id} id={id} param={param} value={given ?? param.default} change={change} />
      {isOwn ? (
        <button type="button" className="reset" aria-label={`${t('inspector.reset')}: ${param.name}`} title={t('inspector.reset')} onClick={() => change(undefined)}>
          <IconArrowBackUp size={14} aria-hidden />
        </button>
      ) : <span />}
    </div>
  );
}
