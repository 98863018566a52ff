/** The log of one run, line by line: what its events say and what it printed. Pure: pages go in, lines come out. */
import type { Event, Printed } from '../../api/types.gen';
import { painted, type Paint } from './ansi';

export const LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type Level = (typeof LEVELS)[number];

/** What a line says in words of ours; `text` is what it says in its own. */
export type LineWord =
  | 'started' | 'node_running' | 'node_completed' | 'node_cached' | 'node_skipped' | 'node_bypassed' | 'node_interrupted'
  | 'saved' | 'warning' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted';

export interface Line {
  /** When it was, ISO; null for what was printed where nobody kept it. */
  at: string | null;
  from: 'event' | 'console';
  level: Level;
  /** Id of the node that it is about. */
  node: string | null;
  word: LineWord | null;
  text: string;
  /** The reason behind it, by which it is said in the reader's language. */
  reason: { code: string; params: Record<string, unknown> } | null;
  /** Cursor of its event; of what was printed, that of the event behind it. Null where nobody kept it. */
  cursor: number | null;
  /** Coloured parts of what was printed. */
  paints?: readonly Paint[];
}

/** Lines of one event; most have one, some none. */
export function linesOf(event: Event): Line[] {
  const payload = record(event.payload);
  const line = (level: Level, word: LineWord | null, text = '', node = payload['node_id']): Line => ({
    at: event.ts, from: 'event', level, word, text, node: typeof node === 'string' && node ? node : null, reason: reasonOf(payload), cursor: event.cursor,
  });
  switch (event.type) {
    case 'execution_start':
      return [line('info', 'started')];
    case 'node_status':
    case 'inner_node_status':
      return statusLines(payload, event.type === 'inner_node_status', line);
    case 'metric':
      return list(payload['points']).map((point) => line('debug', null, pointText(point), point['node_id']));
    case 'artifact':
      return [line('info', 'saved', baseName(text(payload['path'])))];
    case 'run_warning':
      return [line('warning', 'warning', text(payload['text']) || text(payload['kind']))];
    case 'execution_complete':
      return [line('info', 'succeeded')];
    case 'execution_error':
      return [line('error', 'failed', text(payload['error']), record(payload['params'])['node_id'])];
    case 'execution_stopped':
      return [line('warning', payload['reason'] === 'interrupted' ? 'interrupted' : 'cancelled')];
    default:
      return [line('debug', null, event.type)];
  }
}

type MakeLine = (level: Level, word: LineWord | null, text?: string) => Line;

function statusLines(payload: Record<string, unknown>, isInner: boolean, line: MakeLine): Line[] {
  const outputs = list(payload['outputs']);
  const usual: Level = isInner ? 'debug' : 'info';
  switch (payload['status']) {
    case 'running':
      return [line('debug', 'node_running')];
    case 'progress': {
      const told = record(outputs.find((one) => one['output_kind'] === 'progress')?.['progress']);
      const said = progressText(told);
      return [line(told['event'] === 'batch' || said === '' ? 'debug' : usual, null, said || text(told['event']))];
    }
    case 'error':
      return [line('error', null, text(payload['error']))];
    case 'completed':
      return [
        ...outputs.flatMap((one) => (one['output_kind'] === 'text' ? splitLines(text(one['text'])) : [])).map((said) => line(usual, null, said)),
        line(usual, 'node_completed', summaryText(outputs)),
      ];
    case 'cached':
      return [line(usual, 'node_cached')];
    case 'skipped':
      return [line(usual, 'node_skipped')];
    case 'bypassed':
      return [line(usual, 'node_bypassed')];
    case 'interrupted':
      return [line('warning', 'node_interrupted')];
    default:
      return [];
  }
}

/** `epoch 3/12  loss 0.3071`: every figure that was told, the place first. */
function progressText(told: Record<string, unknown>): string {
  const parts: string[] = [];
  for (const [unit, all] of [['epoch', 'total_epochs'], ['batch', 'total_batches'], ['step', 'total_steps']] as const) {
    if (typeof told[unit] === 'number') parts.push(`${unit} ${told[unit]}${typeof told[all] === 'number' ? `/${told[all]}` : ''}`);
  }
  for (const [name, value] of Object.entries(told)) {
    if (typeof value === 'number' && !PLACES.has(name)) parts.push(`${name} ${figure(value)}`);
  }
  return parts.join('  ');
}

const PLACES = new Set(['epoch', 'total_epochs', 'start_epoch', 'batch', 'total_batches', 'step', 'total_steps']);

function pointText(point: Record<string, unknown>): string {
  return `${text(point['name'])} ${typeof point['value'] === 'number' ? figure(point['value']) : '–'}  step ${String(point['step'])}`;
}

/** `images [64, 1, 28, 28] float32`, of the first ports. */
function summaryText(outputs: readonly Record<string, unknown>[]): string {
  const summary = record(outputs.find((one) => one['output_kind'] === 'tensor_summary')?.['tensor_summary']);
  return Object.entries(summary).slice(0, 3).map(([port, value]) => {
    const { shape, dtype } = record(value);
    return Array.isArray(shape) ? `${port} [${shape.join(', ')}]${typeof dtype === 'string' ? ` ${dtype}` : ''}` : '';
  }).filter(Boolean).join('  ');
}

function figure(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 0.001 && Math.abs(value) < 1e6 ? value.toFixed(4) : value.toExponential(2);
}

/** A line that has begun, and when. */
export interface Begun {
  text: string;
  time: Printed | null;
}

/** What was printed, in pieces as they come: whole lines now, the begun one with the next piece. times: of lines of the piece. */
export function consoleLines(begun: Begun, piece: string, isEnd: boolean, times: readonly Printed[] = []): { lines: Line[]; begun: Begun } {
  const parts = (begun.text + piece).split('\n');
  const rest = parts.pop() ?? '';
  if (isEnd && rest !== '') parts.push(rest);
  let next = 0;
  let time: Printed | null = null;
  const timeOf = (line: number): Printed | null => {
    while (next < times.length && times[next]!.line <= line) time = times[next++]!;
    return line === 0 && begun.text !== '' ? begun.time : time;
  };
  const lines = parts.map((said, line): Line => {
    const { text: shown, paints } = painted(said);
    const { at, before } = timeOf(line) ?? UNTIMED;
    return { at, from: 'console', level: 'info', node: null, word: null, text: shown, reason: null, cursor: before, ...(paints.length > 0 && { paints }) };
  });
  return { lines, begun: isEnd || rest === '' ? NOTHING_BEGUN : { text: rest, time: timeOf(parts.length) } };
}

const UNTIMED = { at: null, before: null };
export const NOTHING_BEGUN: Begun = { text: '', time: null };

/**
 * Lines of events and of what was printed, in the order in which they were; later is what has to wait for more events.
 * cursor: of the last event that is known; Infinity where no more will come. Untimed lines stand behind all events that
 * are there when isAll is said.
 */
export function interleaved(events: readonly Line[], printed: readonly Line[], cursor: number, isAll: boolean): { lines: Line[]; later: Line[] } {
  const lines: Line[] = [];
  let at = 0;
  for (const line of printed) {
    const before = line.cursor ?? Infinity;
    while (at < events.length && events[at]!.cursor! < before) lines.push(events[at++]!);
    if (line.cursor === null ? !isAll : before > cursor + 1) return { lines: [...lines, ...events.slice(at)], later: printed.slice(lines.length - at) };
    lines.push(line);
  }
  return { lines: [...lines, ...events.slice(at)], later: [] };
}

function splitLines(said: string): string[] {
  return said.split('\n').map((one) => painted(one).text).filter((one) => one !== '').slice(0, 500);
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function reasonOf(payload: Record<string, unknown>): Line['reason'] {
  return typeof payload['code'] === 'string' ? { code: payload['code'], params: record(payload['params']) } : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
