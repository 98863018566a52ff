import { useEffect, useMemo, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { NOTE } from '../../state/graph/document';
import { useInspect } from '../../state/outputs/inspect';
import { useSession } from '../../state/run/session';
import { useTranslation } from '../../words/words';
import { isCard } from '../../state/graph/subgraph/ends';
import { CardPage } from './CardPage';
import { registerInspector } from './commands';
import { EdgePage } from './EdgePage';
import { GraphPage } from './GraphPage';
import { ManyPage } from './ManyPage';
import { NodePage } from './NodePage';
import './inspector.css';

/** What is selected, in full; the graph itself while nothing is. */
export function Inspector(): ReactNode {
  const { t } = useTranslation();
  useEffect(registerInspector, []);
  useNewestRun();
  return (
    <aside className="inspector" aria-label={t('inspector.title')} data-testid="inspector">
      <Page />
    </aside>
  );
}

/** A run that was picked counts until another one begins, or another graph is in front. */
function useNewestRun(): void {
  const followed = useSession((state) => state.picture?.runId);
  const file = useEditor((state) => state.open.file);
  const loads = useEditor((state) => state.loads);
  useEffect(() => useInspect.getState().pick(null), [followed, file, loads]);
}

function Page(): ReactNode {
  const doc = useEditor((state) => state.doc);
  const selected = useEditor((state) => state.selected);
  const wires = useEditor((state) => state.selectedWires);
  const nodes = useMemo(() => doc.nodes.filter((node) => selected.has(node.id) && node.type !== NOTE), [doc, selected]);
  const edge = useMemo(() => (wires.size === 1 ? doc.edges.find((one) => wires.has(one.id)) : undefined), [doc, wires]);
  const [first] = nodes;
  if (first && nodes.length === 1) return isCard(first) ? <CardPage key={first.id} node={first} /> : <NodePage key={first.id} node={first} />;
  if (nodes.length > 1) return <ManyPage nodes={nodes} />;
  return edge ? <EdgePage key={edge.id} edge={edge} /> : <GraphPage />;
}
