import { useState, type ReactNode } from 'react';
import { useGradients, useRecordedPorts } from '../../api/outputs';
import { ApiError } from '../../api/http';
import type { GradientRow } from '../../api/types.gen';
import type { GraphNode } from '../../state/graph/document';
import { figureText } from '../../state/outputs/numbers';
import { gradientName } from '../../state/outputs/recorded';
import { useRunId } from '../../state/run/nodeState';
import { useTranslation } from '../../words/words';
import { RunPicker } from './RunPicker';
import { useShownRun } from './useShownRun';
import { Told } from './viewers/Told';
import { TensorView } from './viewers/TensorView';
import './viewers/viewers.css';

const HEALTHS = ['none', 'not_finite', 'zero', 'vanishing', 'exploding', 'healthy'] as const;

/** The gradients of a node: of what it gave and of its weights, and whether they are in order. */
export function BackwardTab({ node }: { node: GraphNode }): ReactNode {
  const id = useRunId(node.id);
  const shown = useShownRun(id);
  const { data, error, refetch } = useGradients(shown.id, id, shown.stage);
  const isAbsent = shown.id === null || (error instanceof ApiError && error.code === 'output_node_not_found');
  return (
    <div className="outputs-tab" data-testid="backward" data-run={shown.id ?? undefined}>
      <RunPicker shown={shown} />
      {isAbsent || data?.length === 0 ? <Told code="no_gradients" />
        : error ? <Told error={error} again={() => void refetch()} />
        : data && <Gradients run={shown.id!} node={id} rows={data} stage={shown.stage} />}
    </div>
  );
}

function Gradients({ run, node, rows, stage }: { run: string; node: string; rows: readonly GradientRow[]; stage: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const [picked, pick] = useState(() => rows.find((row) => row.has_grad)?.port ?? '');
  const shape = useRecordedPorts(run, stage).data?.find((port) => port.node_id === node && port.port === picked)?.full_shape;
  const most = Math.max(...rows.map((row) => Math.log1p(row.health.norm ?? 0)), 1e-9);
  return (
    <>
      <div className="gradients" role="group" aria-label={t('inspect.tab_backward')}>
        {rows.map((row) => {
          const status = HEALTHS.find((one) => one === row.health.status) ?? 'none';
          return (
            <button
              key={row.port} type="button" className="gradient" disabled={!row.has_grad} aria-pressed={row.port === picked}
              onClick={() => pick(row.port)} data-testid={`gradient-${gradientName(row.port)}`} data-status={status}
            >
              <span className="strong cut">{gradientName(row.port)}</span>
              <span className="dim cap">{t(row.kind === 'weight' ? 'viewer.weight' : 'viewer.output')}</span>
              <span className="gradient-bar"><i style={{ width: `${(100 * Math.log1p(row.health.norm ?? 0)) / most}%` }} /></span>
              <span className="num">{figureText(row.health.norm, i18n.language)}</span>
              <span className="health cap">{t(`gradient.${status}`)}</span>
            </button>
          );
        })}
      </div>
      {picked && shape && <TensorView key={picked} place={{ run, node, port: picked }} shape={shape} />}
    </>
  );
}
