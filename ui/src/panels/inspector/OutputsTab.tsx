import { useState, type ReactNode } from 'react';
import { useRecordedPorts } from '../../api/outputs';
import type { NodeRow } from '../../state/graph/catalog';
import type { GraphNode } from '../../state/graph/document';
import { Boundary } from '../../parts/Boundary';
import { ofNode } from '../../state/outputs/recorded';
import { useRunId } from '../../state/run/nodeState';
import { useTranslation } from '../../words/words';
import { PortPicker } from './PortPicker';
import { RunPicker } from './RunPicker';
import { useShownRun } from './useShownRun';
import { Steps } from './viewers/Steps';
import { Told } from './viewers/Told';
import { Viewer } from './viewers/Viewer';

/** What a node gave in a run: port by port, and the steps that it told. */
export function OutputsTab({ node, row }: { node: GraphNode; row: NodeRow }): ReactNode {
  const id = useRunId(node.id);
  const shown = useShownRun(id);
  return (
    <div className="outputs-tab" data-testid="outputs" data-run={shown.id ?? undefined}>
      <RunPicker shown={shown} />
      {shown.id === null ? <Told code="no_run" /> : <Recorded run={shown.id} stage={shown.stage} isActive={shown.isActive} node={id} row={row} />}
    </div>
  );
}

interface RecordedProps {
  run: string;
  stage: string;
  isActive: boolean;
  /** As runs call it. */
  node: string;
  row: NodeRow;
}

function Recorded({ run, stage, isActive, node, row }: RecordedProps): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useRecordedPorts(run, stage);
  const [picked, pick] = useState<string | null>(null);
  if (error) return <Told error={error} again={() => void refetch()} />;
  if (!data) return <p className="told dim">{t('run.loading')}</p>;
  const { outputs, steps } = ofNode(data, node);
  if (outputs.length === 0) return <Told code={isActive ? 'running' : 'nothing_of_node'} />;
  const port = [...outputs, ...steps].find((one) => one.port === picked) ?? outputs[0]!;
  const media = row.outputs.find((one) => one.name === port.port)?.media ?? null;
  return (
    <>
      <PortPicker ports={outputs.map((one) => one.port)} picked={port.port} pick={pick} />
      <Boundary key={`${port.port}.${String(port.full_shape)}`}><Viewer recorded={port} place={{ run, node, port: port.port }} media={media} /></Boundary>
      <Steps run={run} node={node} stage={stage} picked={port.port} pick={pick} />
    </>
  );
}
