import { useStore } from '@xyflow/react';
import { memo, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useValue, type TensorValue } from '../../api/outputs';
import { useNow } from '../../parts/now';
import { flat } from '../../state/outputs/numbers';
import { gridOf, lineOf, metricOf, type GridPreview } from '../../state/outputs/preview';
import { LevelPrefix } from '../../state/run/nodeState';
import type { NodeState } from '../../state/run/reduce';
import type { Series } from '../../state/run/series';
import { useSession } from '../../state/run/session';
import { clockText, metricText } from '../../state/runs/figures';
import { useSetting } from '../../state/settings/settings';
import { useLook } from '../../state/theme';
import { useTranslation } from '../../words/words';
import { drawTiles } from './tiles';
import './preview.css';

/** Below this zoom nobody could see it. */
const LEAST_ZOOM = 0.6;

/** Below its params a node shows how far it is, and what it gave, small; that not from far away, nor where it is unwanted. */
export const NodePreview = memo(function NodePreview({ id, state }: { id: string; state: NodeState }): ReactNode {
  const isNear = useStore(({ transform }) => transform[2] >= LEAST_ZOOM);
  const isWanted = useSetting('previews');
  const prefix = useContext(LevelPrefix);
  return (
    <>
      {state.status === 'running' && state.progress !== undefined && <Pace state={state} />}
      {isWanted && isNear && <Preview node={prefix.flat + id} state={state} />}
    </>
  );
});

function Pace({ state }: { state: NodeState }): ReactNode {
  const { t } = useTranslation();
  const now = useNow(1000);
  return (
    <div className="pace">
      <b>{state.items ? `${state.items.done}/${state.items.total}` : t('node.epoch', { epoch: state.epoch, epochs: state.epochs })}</b>
      <span>· {Math.round((state.progress ?? 0) * 100)} %</span>
      <span className="grow" />
      {state.since !== undefined && <span>{clockText(now - state.since)}</span>}
    </div>
  );
}

function Preview({ node, state }: { node: string; state: NodeState }): ReactNode {
  const metric = useSession(({ picture }) => (picture ? metricOf(picture.series, node) : null));
  const line = useMemo(() => metric && lineOf(metric), [metric]);
  const run = useSession(({ picture, isRecording }) => (isRecording ? (picture?.runId ?? null) : null));
  const grid = useMemo(() => gridOf(state), [state]);
  if (state.image) return <div className="preview"><img src={state.image} alt="" draggable={false} /></div>;
  if (metric && line) return <Spark metric={metric} line={line} />;
  const isDone = state.status === 'completed' || state.status === 'cached';
  return isDone && grid && run !== null ? <SmallGrid run={run} node={node} grid={grid} /> : null;
}

function Spark({ metric: { name, last }, line }: { metric: Series; line: string }): ReactNode {
  const { i18n } = useTranslation();
  return (
    <div className="preview spark" data-kind="spark">
      <svg viewBox="0 -2 100 104" preserveAspectRatio="none" height={40} aria-hidden><polyline points={line} /></svg>
      <div className="spark-line"><span className="cut">{name}</span><b>{metricText(last, i18n.language)}</b></div>
    </div>
  );
}

function SmallGrid({ run, node, grid }: { run: string; node: string; grid: GridPreview }): ReactNode {
  // what was not recorded, or has left, is simply not shown here; the Inspector says why
  const { data } = useValue<TensorValue>({ run, node, port: grid.port }, grid.slice);
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useLook();
  useEffect(() => {
    if (canvas.current && data) drawTiles(canvas.current, grid, flat(data.values, data.sliced_shape.length));
  }, [data, grid, look]);
  if (!data) return null;
  return (
    <div className="preview" data-kind="grid">
      <canvas ref={canvas} aria-hidden style={{ aspectRatio: `${grid.tiles * grid.cols} / ${grid.rows}` }} />
    </div>
  );
}
