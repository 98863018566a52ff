/** What belongs to one run: its graph, the files it wrote, what it recorded, its metrics. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { paced } from '../state/live/pace';
import { readDocument, type GraphDocument } from '../state/graph/document';
import { language } from '../words/language';
import { ask } from './http';
import { SOON } from './runs';
import type { Artifacts, RecordedPort, Run } from './types.gen';

const path = (id: string, part: string): string => `/api/runs/${encodeURIComponent(id)}/${part}`;

/** What a node is called, by its id; of one inside a card, the card's name before it. */
export type Titles = (node: string) => string;

export async function graphOf(id: string): Promise<GraphDocument | null> {
  return readDocument(await ask<unknown>('GET', graphAddress(id)));
}

/** Where the graph of a run is, as a file. */
export function graphAddress(id: string): string {
  return path(id, 'graph');
}

export function useRunGraph(id: string): UseQueryResult<GraphDocument | null> {
  return useQuery({ queryKey: ['run-graph', id], queryFn: () => graphOf(id), staleTime: Infinity, retry: 0 });
}

export function useNodeTitles(id: string): Titles {
  const { data } = useRunGraph(id);
  return useMemo(() => {
    const titles = new Map((data?.nodes ?? []).map((node) => [node.id, node.data?.label || node.type]));
    return (node) => titles.get(node) ?? titled(node, titles);
  }, [data]);
}

function titled(node: string, titles: ReadonlyMap<string, string>): string {
  const [card = '', ...inner] = node.split('/');
  return [titles.get(card) ?? card, ...inner].join('/');
}

export function useArtifacts(run: Run): UseQueryResult<Artifacts> {
  return useQuery({
    queryKey: ['run-artifacts', run.id, run.active],
    queryFn: ({ signal }) => ask<Artifacts>('GET', path(run.id, 'artifacts'), { signal }),
    refetchInterval: () => run.active && paced(2 * SOON),
    placeholderData: keepPreviousData,
    retry: 0,
  });
}

export function useRecorded(run: Run): UseQueryResult<RecordedPort[]> {
  return useQuery({
    queryKey: ['run-outputs', run.id, run.active, language()],
    queryFn: ({ signal }) => ask<RecordedPort[]>('GET', `/api/execution/outputs/${encodeURIComponent(run.id)}`, { signal }),
    refetchInterval: () => run.active && paced(2 * SOON),
    placeholderData: keepPreviousData,
    retry: 0,
  });
}
