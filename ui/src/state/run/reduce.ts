/** What the events of a run say about its nodes. Pure: frames go in, the picture comes out. */
import type { Frame } from '../../api/socket';
import type { Refusal } from '../../api/http';

export type NodeStatus =
  | 'waiting' | 'running' | 'completed' | 'cached' | 'skipped' | 'error' | 'interrupted' | 'bypassed';

export interface NodeState {
  status: NodeStatus;
  /** From 0 to 1 while a loop tells how far it is. */
  progress?: number;
  epoch?: number;
  epochs?: number;
  error?: Refusal;
  summaries?: Record<string, Summary>;
  text?: string;
  image?: string;
}

/** What a port gave, in a few figures. */
export interface Summary {
  type: string;
  shape?: number[];
  dtype?: string;
  [key: string]: unknown;
}

export interface Series {
  node: string;
  name: string;
  steps: number[];
  values: (number | null)[];
}

export type RunPhase = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted';

export interface RunPicture {
  runId: string;
  phase: RunPhase;
  nodes: Readonly<Record<string, NodeState>>;
  series: Readonly<Record<string, Series>>;
  error: Refusal | null;
  warnings: readonly Refusal[];
}

export function newPicture(runId: string): RunPicture {
  return { runId, phase: 'queued', nodes: {}, series: {}, error: null, warnings: [] };
}

/** The picture after some more frames of its run; those of other runs are passed over. */
export function reduce(picture: RunPicture, frames: readonly Frame[]): RunPicture {
  const next: Draft = { ...picture, nodes: { ...picture.nodes }, series: { ...picture.series } };
  for (const frame of frames) if (frame.run_id === picture.runId) take(next, frame);
  return next;
}

type Draft = { -readonly [K in keyof RunPicture]: RunPicture[K] } & {
  nodes: Record<string, NodeState>;
  series: Record<string, Series>;
};

function take(draft: Draft, frame: Frame): void {
  switch (frame.type) {
    case 'execution_start':
      draft.phase = 'running';
      break;
    case 'node_status':
      takeStatus(draft, frame);
      break;
    case 'metric':
      for (const point of frame['points'] as MetricPoint[]) takePoint(draft, point);
      break;
    case 'run_warning':
      draft.warnings = [...draft.warnings, refusalOf(frame)];
      break;
    case 'execution_complete':
      draft.phase = 'succeeded';
      break;
    case 'execution_error':
      draft.phase = 'failed';
      draft.error = refusalOf(frame);
      break;
    case 'execution_stopped':
      draft.phase = frame['reason'] === 'interrupted' ? 'interrupted' : 'cancelled';
      break;
  }
}

interface MetricPoint {
  node_id: string;
  name: string;
  step: number;
  value: number | null;
}

function takePoint(draft: Draft, point: MetricPoint): void {
  const key = `${point.node_id}\n${point.name}`;
  const old = draft.series[key] ?? { node: point.node_id, name: point.name, steps: [], values: [] };
  draft.series[key] = { ...old, steps: [...old.steps, point.step], values: [...old.values, point.value] };
}

interface Output {
  output_kind: string;
  progress?: Record<string, unknown>;
  text?: string;
  image?: { format: string; data: string };
  tensor_summary?: Record<string, Summary>;
}

function takeStatus(draft: Draft, frame: Frame): void {
  const id = String(frame['node_id']);
  const old = draft.nodes[id];
  const outputs = (frame['outputs'] as Output[] | undefined) ?? [];
  if (frame['status'] === 'progress') {
    const told = outputs.find((output) => output.output_kind === 'progress')?.progress;
    draft.nodes[id] = { status: 'running', ...old, ...progressOf(told) };
    return;
  }
  const state: NodeState = { status: frame['status'] as NodeStatus };
  if (state.status === 'error') state.error = refusalOf(frame);
  for (const output of outputs) {
    if (output.tensor_summary) state.summaries = output.tensor_summary;
    if (output.text !== undefined) state.text = output.text;
    if (output.image) state.image = `data:image/${output.image.format};base64,${output.image.data}`;
  }
  draft.nodes[id] = state;
}

function progressOf(told: Record<string, unknown> | undefined): Partial<NodeState> {
  if (!told) return {};
  const epochs = Number(told['total_epochs'] ?? Number.NaN);
  const epoch = Number(told['epoch'] ?? Number.NaN);
  if (!(epochs > 0) || Number.isNaN(epoch)) return {};
  const batches = Number(told['total_batches'] ?? Number.NaN);
  const within = batches > 0 ? Number(told['batch'] ?? 0) / batches : null;
  const done = within === null ? epoch : epoch - 1 + within;
  return { epoch, epochs, progress: Math.max(0, Math.min(1, done / epochs)) };
}

function refusalOf(frame: Frame): Refusal {
  const text = frame['error'] ?? frame['text'];
  return {
    code: String(frame['code'] ?? frame['kind'] ?? 'unknown'),
    params: (frame['params'] as Record<string, unknown> | undefined) ?? {},
    text: typeof text === 'string' ? text : '',
  };
}
