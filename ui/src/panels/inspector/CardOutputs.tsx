import { useMemo, useState, type ReactNode } from 'react';
import { useRecordedPorts } from '../../api/outputs';
import { useCatalog } from '../../api/queries';
import { Boundary } from '../../parts/Boundary';
import { useEditor } from '../../state/editor';
import type { GraphNode } from '../../state/graph/document';
import { sourcesOf } from '../../state/graph/subgraph/sources';
import { usePresets } from '../../state/presets';
import { useRunId } from '../../state/run/nodeState';
import { useTranslation } from '../../words/words';
import { PortPicker } from './PortPicker';
import { RunPicker } from './RunPicker';
import { useShownRun, type ShownRun } from './useShownRun';
import { Told } from './viewers/Told';
import { Viewer } from './viewers/Viewer';

/** What a card gave in a run: at each of its ports what the inner node behind it gave. */
export function CardOutputs({ node }: { node: GraphNode }): ReactNode {
  const shown = useShownRun(useRunId(node.id));
  return (
    <div className="outputs-tab" data-testid="card-outputs" data-run={shown.id ?? undefined}>
      <RunPicker shown={shown} />
      {shown.id === null ? <Told code="no_run" /> : <Ports node={node} run={shown.id} shown={shown} />}
    </div>
  );
}

function Ports({ node, run, shown }: { node: GraphNode; run: string; shown: ShownRun }): ReactNode {
  const { t } = useTranslation();
  const card = useRunId(node.id);
  const root = useEditor((state) => state.root);
  const shelf = usePresets((state) => state.shelf);
  const catalog = useCatalog();
  const sources = useMemo(() => sourcesOf(root, node.type, card, shelf), [root, node.type, card, shelf]);
  const { data, error, refetch } = useRecordedPorts(run, shown.stage);
  const [picked, pick] = useState<string | null>(null);
  if (error) return <Told error={error} again={() => void refetch()} />;
  if (!data) return <p className="told dim">{t('run.loading')}</p>;
  const there = sources.flatMap((source) => {
    const recorded = data.find((one) => one.node_id === source.node && one.port === source.port);
    return recorded ? [{ source, recorded }] : [];
  });
  const now = there.find(({ source }) => source.name === picked) ?? there[0];
  if (!now) return <Told code={shown.isActive ? 'running' : 'nothing_of_node'} />;
  const { source, recorded } = now;
  const media = catalog.byName.get(source.type)?.outputs.find((one) => one.name === source.port)?.media ?? null;
  return (
    <>
      <PortPicker ports={there.map((one) => one.source.name)} picked={source.name} pick={pick} />
      <Boundary key={`${source.name}.${String(recorded.full_shape)}`}>
        <Viewer recorded={recorded} place={{ run, node: source.node, port: source.port }} media={media} />
      </Boundary>
    </>
  );
}
