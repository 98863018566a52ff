import { IconArrowBounce } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { lazy, lazySoon } from '../../parts/lazy';
import { useCatalog } from '../../api/queries';
import { Boundary } from '../../parts/Boundary';
import { tabKeys } from '../../parts/tabKeys';
import { useEditor } from '../../state/editor';
import type { NodeRow } from '../../state/graph/catalog';
import { START, type GraphNode } from '../../state/graph/document';
import { toggleBypass } from '../../state/graph/edits';
import { NODE_TABS, useInspect, type NodeTab } from '../../state/outputs/inspect';
import { useSession } from '../../state/run/session';
import { categoryName } from '../../words/category';
import { language } from '../../words/language';
import { useSentence } from '../../words/refusal';
import { useNodeState, useRunId } from '../../state/run/nodeState';
import { useTranslation } from '../../words/words';
import { colourOf } from '../canvas/PortShape';
import { Editable } from './Editable';
import { NodeParams } from './ParamRows';
import { NodeProgress } from './NodeProgress';
import { PortsTab } from './PortsTab';

const OutputsTab = lazySoon(() => import('./OutputsTab').then((module) => ({ default: module.OutputsTab })));
const BackwardTab = lazy(() => import('./BackwardTab').then((module) => ({ default: module.BackwardTab })));
const LiveMetrics = lazy(() => import('./LiveMetrics').then((module) => ({ default: module.LiveMetrics })));

/** One node: how it is set, what goes in and out, what it gave. */
export function NodePage({ node }: { node: GraphNode }): ReactNode {
  const { t } = useTranslation();
  const sentence = useSentence();
  const row = useCatalog().byName.get(node.type);
  const tab = useInspect((state) => state.tab);
  const id = useRunId(node.id);
  const state = useNodeState(node.id);
  const hasSeries = useSession(({ picture }) => picture !== null && Object.values(picture.series).some((one) => one.node === id));
  const isReadOnly = useEditor((editor) => editor.readOnly !== null);
  const status = node.data?.bypassed ? 'bypassed' : (state?.status ?? 'idle');
  const type = row?.outputs[0]?.data_type ?? row?.inputs[0]?.data_type ?? 'ANY';
  return (
    <>
      <header className="ihead">
        <i className="type-square" style={{ background: colourOf(type) }} />
        <h2 className="cut">{node.data?.label ?? node.type}</h2>
        {row && <span className="dim cut type-name">{titleOf(row, node)}</span>}
        <span className="grow" />
        {node.type !== START && (
          <button
            type="button"
            className="btn icon small"
            aria-pressed={node.data?.bypassed === true}
            aria-label={t('inspect.bypass')}
            title={t('inspect.bypass')}
            disabled={isReadOnly}
            onClick={() => useEditor.getState().change('bypass', (doc) => toggleBypass(doc, new Set([node.id])))}
            data-testid="inspector-bypass"
          >
            <IconArrowBounce size={16} aria-hidden />
          </button>
        )}
      </header>
      <p className="dim cap ihead-line">
        <span className="cut">{row ? `${categoryName(row.category)}${row.cacheable ? '' : ` · ${t('inspect.no_cache')}`}` : t('canvas.unknown_type', { type: node.type })}</span>
        <span className="grow" />
        {status !== 'idle' && <span className="node-status" data-status={status}>{t(`node.${status}`)}</span>}
      </p>
      {state && <NodeProgress state={state} />}
      {state?.error && <p className="node-error" role="alert" data-error-code={state.error.code}>{sentence(state.error)}</p>}
      {row && <Tabs shown={tab} ports={row.inputs.length + row.outputs.length} />}
      <div className="itab" role="tabpanel" id="inspector-panel" aria-labelledby={`inspector-tab-${tab}`} tabIndex={-1}>
        <Boundary key={tab}>
          <Suspense fallback={null}>
            {row && <Panel node={node} row={row} tab={tab} />}
            {tab === 'params' && hasSeries && <LiveMetrics node={id} />}
          </Suspense>
        </Boundary>
      </div>
    </>
  );
}

function Panel({ node, row, tab }: { node: GraphNode; row: NodeRow; tab: NodeTab }): ReactNode {
  switch (tab) {
    case 'params':
      return (
        <>
          <p className="about dim">{row.description}</p>
          <Editable><NodeParams node={node} params={row.params} /></Editable>
        </>
      );
    case 'ports':
      return <PortsTab node={node} row={row} />;
    case 'outputs':
      return <OutputsTab node={node} row={row} />;
    case 'backward':
      return <BackwardTab node={node} />;
  }
}

function Tabs({ shown, ports }: { shown: NodeTab; ports: number }): ReactNode {
  const { t } = useTranslation();
  const show = useInspect((state) => state.show);
  const turn = tabKeys(NODE_TABS, shown, show, 'inspector-tab-');
  return (
    <div className="itabs" role="tablist" aria-label={t('inspect.parts')} onKeyDown={turn}>
      {NODE_TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`inspector-tab-${tab}`}
          className="itab-item"
          aria-selected={tab === shown}
          aria-controls="inspector-panel"
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => show(tab)}
          data-testid={`inspector-tab-${tab}`}
        >
          {t(`inspect.tab_${tab}`)}
          {tab === 'ports' && <span className="tab-number">{ports}</span>}
        </button>
      ))}
    </div>
  );
}

/** The type, with its Chinese name where that is read; nothing more where the node has no name of its own. */
function titleOf(row: NodeRow, node: GraphNode): string {
  const chinese = language() === 'zh-TW' && row.name_zh_TW !== node.type ? row.name_zh_TW : '';
  return node.data?.label ? `${node.type} ${chinese}`.trim() : chinese;
}
