/** Runs over HTTP: pages of the list as one scrolls, one run, and what can be done about them. */
import { keepPreviousData, useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RunQuery } from '../state/runs/filter';
import { paced } from '../state/live/pace';
import { linesOf, type Grouping, type Lines } from '../state/runs/groups';
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

/** What is asked for: which runs, in which order, and how they are grouped. */
export interface Listing {
  query: RunQuery;
  sort: string;
  group: Grouping;
  closed: readonly string[];
}

/** The list by line: heads of groups are lines, too. */
export interface Rows {
  /** How many runs match, those of closed groups included. */
  total: number;
  lines: Lines;
  /** Runs by status, whatever status is asked for. */
  counts: Readonly<Record<string, number>>;
  /** The run on a line; undefined for a head, and for one that has not been loaded. */
  at: (line: number) => Run | undefined;
  /** The line of a run among those that are loaded, or -1. */
  indexOf: (id: string) => number;
  error: unknown;
  /** No answer has come yet for what is asked for; what is shown is the list before, if there was one. */
  isPending: boolean;
}

interface Shown extends Omit<Rows, 'error' | 'isPending'> {
  key: string;
}

const NONE: Shown = { key: '', total: 0, lines: linesOf([], new Set(), 0), counts: {}, at: () => undefined, indexOf: () => -1 };

/**
 * The rows from `first` on that one screen shows, asked for again while one looks; others as they were last seen. One
 * request brings them all: pages that are asked for one by one do not fit together while runs come in above them.
 */
export function useRows(listing: Listing, first: number, isOn: boolean): Rows {
  const client = useQueryClient();
  const before = useRef<Shown>(NONE);
  const key = JSON.stringify([listing, language()]);
  const isSame = before.current.key === key;
  const from = Math.floor(Math.max(0, isSame ? before.current.lines.row(first) : first) / STEP) * STEP;
  const { data, error } = useQuery({
    queryKey: ['runs', key, from],
    queryFn: ({ signal }) => listed(listing, 3 * STEP, from, signal),
    refetchInterval: ({ state }) => paced(hasActive(state.data) ? SOON : LATER),
    enabled: isOn,
    retry: 0,
  });
  const seen = useRef<RunList | undefined>(undefined);
  if (data && (data !== seen.current || !isSame)) {
    seen.current = data;
    before.current = shownBy(client, key, listing.closed, from, data);
  }
  return { ...before.current, error, isPending: isOn && before.current.key !== key };
}

function shownBy(client: QueryClient, key: string, closed: readonly string[], from: number, newest: RunList): Shown {
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
  const lines = linesOf(newest.groups, new Set(closed), newest.total);
  return {
    key,
    total: newest.total,
    lines,
    counts: newest.counts,
    at: (line) => (lines.head(line) ? undefined : rows.get(lines.row(line))),
    indexOf: (id) => {
      const row = indices.get(id);
      return row === undefined ? -1 : lines.lineOf(row);
    },
  };
}

function hasActive(list: RunList | undefined): boolean {
  return list !== undefined && ACTIVE.some((status) => (list.counts[status] ?? 0) > 0);
}

async function listed(listing: Listing, limit: number, offset: number, signal?: AbortSignal): Promise<RunList> {
  return ask<RunList>('GET', '/api/runs', { query: { ...asked(listing), limit, offset }, ...(signal && { signal }) });
}

/** A listing as the server takes it; what is empty is left out. */
export function asked({ query, sort, group, closed }: Listing): Record<string, string | readonly string[]> {
  const found = Object.entries({ ...query, sort, group, closed }).filter(([, value]) => value.length > 0);
  return Object.fromEntries(found);
}

/** The first runs of a list, MOST_SELECTED at most. */
export async function allRuns(listing: Listing): Promise<Run[]> {
  const found: Run[] = [];
  while (found.length < MOST_SELECTED) {
    const { runs, total } = await listed(listing, MANY, found.length);
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
    refetchInterval: ({ state }) => (gone.has(id) ? false : paced(state.data && !state.data.active ? LATER : SOON)),
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
