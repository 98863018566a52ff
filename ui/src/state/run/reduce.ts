/** What the events of a run say about its nodes. Pure: frames go in, the picture comes out. */
import type { Refusal } from '../../api/http';
import type { Frame, InnerNodeStatusFrame, NodeStatusFrame } from '../../api/types.gen';
import { isSmallPng } from '../outputs/pixels';
import { progressOf, type Progress } from './progress';
import { withPoints, type AllSeries, type Point } from './series';

export type NodeStatus =
  | 'waiting' | 'running' | 'completed' | 'cached' | 'skipped' | 'error' | 'interrupted' | 'bypassed';

export interface NodeState extends Progress {
  status: NodeStatus;
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

export type { Series } from './series';

export type RunPhase = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted';

export interface RunPicture {
  runId: string;
  phase: RunPhase;
  nodes: Readonly<Record<string, NodeState>>;
  series: AllSeries;
  error: Refusal | null;
  warnings: readonly Refusal[];
}

export function newPicture(runId: string): RunPicture {
  return { runId, phase: 'queued', nodes: {}, series: {}, error: null, warnings: [] };
}

/** The picture after some more frames of its run; those of other runs are passed over. nowMs: when they came. */
export function reduce(picture: RunPicture, frames: readonly Frame[], nowMs: number): RunPicture {
  const mine = frames.filter((frame) => 'run_id' in frame && frame.run_id === picture.runId);
  // points alone leave the nodes the very same object: who draws nodes is not called for them
  const nodes = mine.some(isOfNode) ? { ...picture.nodes } : picture.nodes;
  const next: Draft = { ...picture, nodes, points: [] };
  for (const frame of mine) take(next, frame, nowMs);
  const { points, ...rest } = next;
  return points.length > 0 ? { ...rest, series: withPoints(picture.series, points) } : rest;
}

function isOfNode({ type }: Frame): boolean {
  return type === 'node_status' || type === 'inner_node_status';
}

type Draft = { -readonly [K in keyof RunPicture]: RunPicture[K] } & {
  nodes: Record<string, NodeState>;
  /** Points that came, put into their series all together. */
  points: Point[];
};

function take(draft: Draft, frame: Frame, nowMs: number): void {
  switch (frame.type) {
    case 'execution_start':
      draft.phase = 'running';
      break;
    case 'node_status':
    case 'inner_node_status':
      takeStatus(draft, frame, nowMs);
      break;
    case 'metric':
      draft.points.push(...(frame.points ?? []));
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
      draft.phase = frame.reason === 'interrupted' ? 'interrupted' : 'cancelled';
      break;
  }
}

function takeStatus(draft: Draft, frame: NodeStatusFrame | InnerNodeStatusFrame, nowMs: number): void {
  const id = frame.node_id;
  const old = draft.nodes[id];
  const outputs = frame.type === 'node_status' ? (frame.outputs ?? []) : [];
  if (frame.status === 'progress') {
    const told = progressOf(outputs.find((output) => output.output_kind === 'progress')?.progress);
    draft.nodes[id] = { ...old, ...told, status: 'running', since: old?.since ?? nowMs };
    if (frame.type === 'node_status' && frame.inner_node_id) {
      const its = draft.nodes[frame.inner_node_id];
      draft.nodes[frame.inner_node_id] = { ...its, ...told, status: 'running', since: its?.since ?? nowMs };
    }
    return;
  }
  const state: NodeState = { status: frame.status };
  if (state.status === 'running') state.since = nowMs;
  if (state.status === 'error') state.error = refusalOf(frame);
  for (const output of outputs) {
    if (output.tensor_summary) state.summaries = output.tensor_summary as Record<string, Summary>;
    if (output.text !== undefined) state.text = output.text;
    if (output.image && isSmallPng(output.image.data)) state.image = `data:image/${output.image.format};base64,${output.image.data}`;
  }
  draft.nodes[id] = state;
}

/** What a frame gives as the reason; a warning of an older log has its kind alone. */
export function refusalOf(frame: Extract<Frame, { params?: unknown }>): Refusal {
  const code = frame.code || ('kind' in frame ? frame.kind : '') || 'unknown';
  const text = ('error' in frame ? frame.error : undefined) ?? ('text' in frame ? frame.text : undefined) ?? '';
  return { code, params: frame.params ?? {}, text };
}
