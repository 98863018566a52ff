/** What is asked about many runs at once: what they can be filtered by, how many a view has, one metric of each. */
import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { paced } from '../state/live/pace';
import type { RunQuery } from '../state/runs/filter';
import type { GraphDocument } from '../state/graph/document';
import { language } from '../words/language';
import { ask } from './http';
import { graphOf } from './runParts';
import { LATER, SOON } from './runs';
import type { Curve, Curves, Facets, Run, RunList } from './types.gen';

const NO_FACETS: Facets = { graphs: [], tags: [], workers: [] };
/** Ids of one call for curves. */
const MANY = 100;

export function useFacets(): Facets {
  const { data } = useQuery({
    queryKey: ['runs', 'facets'],
    queryFn: ({ signal }) => ask<Facets>('GET', '/api/run-facets', { signal }),
    refetchInterval: () => paced(2 * LATER),
    retry: 0,
  });
  return data ?? NO_FACETS;
}

/** How many runs a filter matches; null while it is not known. */
export function useTotal(query: RunQuery | null): number | null {
  const found = Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value.length > 0));
  const { data } = useQuery({
    queryKey: ['runs', 'total', found],
    queryFn: async ({ signal }) => (await ask<RunList>('GET', '/api/runs', { query: { ...found, limit: 1 }, signal })).total,
    refetchInterval: () => paced(2 * LATER),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    retry: 0,
  });
  return data ?? null;
}

/** One metric of these runs, all of them, however often one has to ask. */
export async function curvesOf(ids: readonly string[], name: string, maxPoints: number, signal?: AbortSignal): Promise<Curve[]> {
  const found: Curve[] = [];
  let left = [...ids];
  while (left.length > 0) {
    const query = { run: left.slice(0, MANY), name, max_points: maxPoints };
    const { curves, rest } = await ask<Curves>('GET', '/api/run-metrics', { query, ...(signal && { signal }) });
    found.push(...curves);
    left = [...rest, ...left.slice(MANY)];
  }
  return found;
}

export type Spark = readonly (number | null)[];

const SPARK_POINTS = 24;
const NO_SPARK: Spark = [];
/** Those of runs that have ended; they never change. Emptied when there are too many. */
const ended = new Map<string, Spark>();
const MOST_KEPT = 20_000;

/** The course of a metric in each of these runs, thinned out to what a cell of the table shows. */
export function useSparks(runs: readonly Run[], metric: string | null): ReadonlyMap<string, Spark> {
  const wanted = metric === null ? [] : runs.filter((run) => metric in run.final_metrics);
  const missing = wanted.filter((run) => run.active || !ended.has(`${metric}\n${run.id}`));
  const ids = missing.map((run) => run.id);
  const isMoving = missing.some((run) => run.active);
  const { data } = useQuery({
    queryKey: ['sparks', metric, ids],
    queryFn: async ({ signal }) => {
      const active = new Set(missing.filter((run) => run.active).map((run) => run.id));
      const made = firstOf(await curvesOf(ids, metric!, SPARK_POINTS, signal));
      if (ended.size > MOST_KEPT) ended.clear();
      for (const id of ids) if (!active.has(id)) ended.set(`${metric}\n${id}`, made.get(id) ?? NO_SPARK);
      return made;
    },
    enabled: ids.length > 0,
    refetchInterval: () => isMoving && paced(2 * SOON),
    placeholderData: keepPreviousData,
    retry: 0,
  });
  const shown = wanted.map((run) => run.id).join();
  return useMemo(() => {
    const found = new Map<string, Spark>();
    for (const { id } of wanted) {
      const spark = ended.get(`${metric}\n${id}`) ?? data?.get(id);
      if (spark && spark.length > 0) found.set(id, spark);
    }
    return found;
    // `wanted` by its ids: the same runs are asked for anew every second
  }, [shown, metric, data]);
}

/** The curve of the first node that has the metric, by run. */
function firstOf(curves: readonly Curve[]): Map<string, Spark> {
  const found = new Map<string, Spark>();
  for (const { run_id, values } of curves) if (!found.has(run_id)) found.set(run_id, values);
  return found;
}

/** Points of a curve that a chart can show; the server keeps its peaks. */
const CHART_POINTS = 2000;

/** One metric of some runs, every node's; asked for again while one of them goes on. */
export function useCurves(ids: readonly string[], name: string, isMoving: boolean, isOn = true): UseQueryResult<Curve[]> {
  return useQuery({
    queryKey: ['curves', name, ids, isMoving],
    queryFn: ({ signal }) => curvesOf(ids, name, CHART_POINTS, signal),
    refetchInterval: () => isMoving && paced(SOON),
    enabled: isOn,
    placeholderData: keepPreviousData,
    retry: 0,
  });
}

/** These runs, each as it is now; undefined while it is asked for, and for one that is gone. */
export function useRunsById(ids: readonly string[]): readonly (Run | undefined)[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['run', id, language()],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask<Run>('GET', `/api/runs/${encodeURIComponent(id)}`, { signal }),
      refetchInterval: ({ state }: { state: { data: Run | undefined } }) => (state.data?.active ? paced(2 * SOON) : (false as const)),
      retry: 0,
    })),
    combine: dataOf,
  });
}

/** The graphs of these runs; null while they are not known. */
export function useGraphs(ids: readonly string[]): readonly (GraphDocument | null)[] {
  return useQueries({
    queries: ids.map((id) => ({ queryKey: ['run-graph', id], queryFn: () => graphOf(id), staleTime: Infinity, retry: 0 })),
    combine: graphsOf,
  });
}

function dataOf(results: readonly { data: Run | undefined }[]): readonly (Run | undefined)[] {
  return results.map(({ data }) => data);
}

function graphsOf(results: readonly { data: GraphDocument | null | undefined }[]): readonly (GraphDocument | null)[] {
  return results.map(({ data }) => data ?? null);
}
