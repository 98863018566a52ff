import { IconArrowsDiff } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import { useEditor } from '../../state/editor';
import type { GraphNode } from '../../state/graph/document';
import { toggleBypass } from '../../state/graph/edits';
import { endsOfStretch, withSegment } from '../../state/graph/segment';
import { sharedParams } from '../../state/graph/shared';
import { useTranslation } from '../../words/words';
import { colourOf } from '../canvas/PortShape';
import { Group } from './Group';
import { Row } from './ParamRows';

/** Types that are named. */
const MOST_TYPES = 6;

/** Several nodes: what they have in common, changed for all of them at once. */
export function ManyPage({ nodes }: { nodes: readonly GraphNode[] }): ReactNode {
  const { t } = useTranslation();
  const catalog = useCatalog();
  const shared = useMemo(() => sharedParams(nodes, catalog), [nodes, catalog]);
  const doc = useEditor((state) => state.doc);
  const ends = useMemo(() => endsOfStretch(doc, new Set(nodes.map((node) => node.id))), [doc, nodes]);
  const types = [...new Set(nodes.map((node) => node.type))];
  const bypassed = nodes.filter((node) => node.data?.bypassed).length;
  const type = types.length === 1 ? (catalog.byName.get(types[0]!)?.outputs[0]?.data_type ?? 'ANY') : 'ANY';
  return (
    <>
      <header className="ihead">
        <i className="type-square" style={{ background: colourOf(type) }} />
        <h2 className="cut">{t('inspect.nodes', { count: nodes.length })}</h2>
      </header>
      <p className="about dim">{types.slice(0, MOST_TYPES).join(' · ')}{types.length > MOST_TYPES && ` · +${types.length - MOST_TYPES}`}</p>
      {ends && (
        <div className="ifoot">
          <button type="button" className="btn small" onClick={() => useEditor.getState().change('segment', (now) => withSegment(now, ends.head, ends.tail))} data-testid="compare-segment">
            <IconArrowsDiff size={14} aria-hidden />
            {t('segment.title')}
          </button>
        </div>
      )}
      <Group title={t('inspect.common')}>
        <div className="ifield">
          <label htmlFor="many-bypass">{t('inspect.bypass')}</label>
          <input
            id="many-bypass"
            type="checkbox"
            role="switch"
            className="switch"
            checked={bypassed === nodes.length}
            ref={(box) => {
              if (box) box.indeterminate = bypassed > 0 && bypassed < nodes.length;
            }}
            onChange={() => useEditor.getState().change('bypass', (doc) => toggleBypass(doc, new Set(nodes.map((node) => node.id))))}
            data-testid="inspector-bypass"
          />
          <span />
        </div>
        {shared.length === 0 && <p className="nothing dim">{t('inspect.none_common')}</p>}
        {shared.map((one) => <Row key={one.param.name} shared={one} nodes={nodes} />)}
      </Group>
    </>
  );
}
