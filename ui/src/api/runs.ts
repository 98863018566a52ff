/** Runs over HTTP: pages of the list as one scrolls, one run, and what can be done about them. */
import { keepPreviousData, useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RunQuery } from '../state/runs/filter';
import { language } from '../words/language';
import { ask } from './http';
import type { Requeued, Run, RunList } from './types.gen';

/** Where windows of the list begin: one may scroll so many rows before another window is asked for. */
export const STEP = 50;
/** Ids that one call may name, and rows that one page may have, with room to spare. */
const MANY = 500;
/** Most runs that "all" selects. */
export const MOST_SELECTED = 1000;
/** Milliseconds between two looks while something runs, and while nothing does. */
export const SOON = 1000;
export const LATER = 5000;

export const ACTIVE: readonly string[] = ['queued', 'running', 'disconnected'];

export interface Rows {
  total: number;
  /** Runs by status, whatever status is asked for. */
  counts: Readonly<Record<string, number>>;
  at: (index: number) => Run | undefined;
  /** Where a run is among those that are loaded, or -1. */
  indexOf: (id: string) => number;
  error: unknown;
  /** No answer has come yet for what is asked for; what is shown is the list before, if there was one. */
  isPending: boolean;
}

interface Shown extends Omit<Rows, 'error' | 'isPending'> {
  key: string;
}

const NONE: Shown = { key: '', total: 0, counts: {}, at: () => undefined, indexOf: () => -1 };

/**
 * The rows from `first` on that one screen shows, asked for again while one looks; others as they were last seen. One
 * request brings them all: pages that are asked for one by one do not fit together while runs come in above them.
 */
export function useRows(query: RunQuery, sort: string, first: number, isOn: boolean): Rows {
  const client = useQueryClient();
  const before = useRef<Shown>(NONE);
  const key = JSON.stringify([query, sort, language()]);
  const from = Math.floor(Math.max(0, first) / STEP) * STEP;
  const { data, error } = useQuery({
    queryKey: ['runs', key, from],
    queryFn: ({ signal }) => listed(query, sort, 3 * STEP, from, signal),
    refetchInterval: ({ state }) => (hasActive(state.data) ? SOON : LATER),
    enabled: isOn,
    retry: 0,
  });
  const seen = useRef<RunList | undefined>(undefined);
  if (data && (data !== seen.current || before.current.key !== key)) {
    seen.current = data;
    before.current = shownBy(client, key, from, data);
  }
  return { ...before.current, error, isPending: isOn && before.current.key !== key };
}

function shownBy(client: QueryClient, key: string, from: number, newest: RunList): Shown {
  const windows: [number, RunList][] = [[from, newest]];
  for (const [queryKey, data] of client.getQueriesData<RunList>({ queryKey: ['runs', key] })) {
    if (data && Number(queryKey[2]) !== from) windows.push([Number(queryKey[2]), data]);
  }
  const rows = new Map<number, Run>();
  const indices = new Map<string, number>();
  for (const [begin, { runs }] of windows) {
    runs.forEach((run, at) => {
      if (!rows.has(begin + at)) rows.set(begin + at, run);
      if (!indices.has(run.id)) indices.set(run.id, begin + at);
    });
  }
  return { key, total: newest.total, counts: newest.counts, at: (index) => rows.get(index), indexOf: (id) => indices.get(id) ?? -1 };
}

function hasActive(list: RunList | undefined): boolean {
  return list !== undefined && ACTIVE.some((status) => (list.counts[status] ?? 0) > 0);
}

async function listed(query: RunQuery, sort: string, limit: number, offset: number, signal?: AbortSignal): Promise<RunList> {
  const { status, q, tag, graph, worker } = query;
  const asked = { status, sort, limit, offset, ...(q && { q }), ...(tag && { tag }), ...(graph && { graph }), ...(worker && { worker }) };
  return ask<RunList>('GET', '/api/runs', { query: asked, ...(signal && { signal }) });
}

/** The first runs of a list, MOST_SELECTED at most. */
export async function allRuns(query: RunQuery, sort: string): Promise<Run[]> {
  const found: Run[] = [];
  while (found.length < MOST_SELECTED) {
    const { runs, total } = await listed(query, sort, MANY, found.length);
    found.push(...runs);
    if (runs.length === 0 || found.length >= total) break;
  }
  return found.slice(0, MOST_SELECTED);
}

/** Runs that were deleted here: nobody asks for them any more, though their view is still open. */
const gone = new Set<string>();

/** One run, asked for again while it goes on. */
export function useRun(id: string): UseQueryResult<Run> {
  return useQuery({
    queryKey: ['run', id, language()],
    queryFn: ({ signal }) => ask<Run>('GET', `/api/runs/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (gone.has(id) ? false : state.data && !state.data.active ? LATER : SOON),
    enabled: () => !gone.has(id),
    placeholderData: keepPreviousData,
    retry: 0,
  });
}

export async function cancelRuns(ids: readonly string[]): Promise<void> {
  for (const id of ids) await ask('POST', `/api/runs/${encodeURIComponent(id)}/cancel`);
}

/** The new ids, in the order of the old ones. */
export async function requeueRuns(ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of parts(ids)) found.push(...(await ask<Requeued>('POST', '/api/runs/requeue', { body: { run_ids: part } })).run_ids);
  return found;
}

export async function deleteRuns(ids: readonly string[]): Promise<void> {
  for (const part of parts(ids)) {
    for (const id of part) gone.add(id);
    try {
      await ask('POST', '/api/runs/delete', { body: { run_ids: part } });
    } catch (error) {
      for (const id of part) gone.delete(id);
      throw error;
    }
  }
}

export async function changeRun(id: string, change: { name?: string | null; tags?: string[]; keep?: boolean }): Promise<Run> {
  return ask<Run>('PATCH', `/api/runs/${encodeURIComponent(id)}`, { body: change });
}

function parts(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MANY) }, (_, at) => ids.slice(at * MANY, (at + 1) * MANY));
}
