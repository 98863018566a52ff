/** What runs have recorded, asked for piece by piece: never more than a look needs. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isRunOf, type GraphKey } from '../state/runs/belongs';
import { language } from '../words/language';
import { address, ask } from './http';
import type { GradientRow, OutputStats, RecordedPort, RecordedValue, Run, RunList, StepRow } from './types.gen';

/** Runs that the picker offers. */
const RECENT = 20;
/** Characters of a text that are fetched. */
const CHARACTERS = 20_000;

/** Which recorded value. */
export interface Place {
  run: string;
  node: string;
  port: string;
}

/** A slice of a tensor. values: nested as `sliced_shape` is. */
export interface TensorValue extends RecordedValue {
  full_shape: number[];
  dtype: string;
  sliced_shape: number[];
  values: unknown;
}

const base = (run: string): string => `/api/execution/outputs/${encodeURIComponent(run)}`;
const ofPort = ({ run, node, port }: Place): string => `${base(run)}/${encodeURIComponent(node)}/${encodeURIComponent(port)}`;

/** Everything a run recorded so far. stage: whatever makes the answer another one, such as how far the run is. */
export function useRecordedPorts(run: string | null, stage: string): UseQueryResult<RecordedPort[]> {
  return useQuery({
    queryKey: ['recorded', run, stage, language()],
    queryFn: ({ signal }) => ask<RecordedPort[]>('GET', base(run!), { signal }),
    enabled: run !== null,
    placeholderData: (before, query) => (query?.queryKey[1] === run ? before : undefined),
    retry: 0,
  });
}

/** One value; of a tensor the slice, of a text its beginning. */
export function useValue<T extends RecordedValue = RecordedValue>(place: Place, slice = '', isOn = true): UseQueryResult<T> {
  return useQuery({
    queryKey: ['recorded-value', place.run, place.node, place.port, slice, language()],
    queryFn: ({ signal }) => ask<T>('GET', ofPort(place), { query: slice ? { slice } : { max_elements: CHARACTERS }, signal }),
    // another slice of one value takes the place of the one before when it is there
    placeholderData: (before, query) => (query?.queryKey[1] === place.run && query.queryKey[2] === place.node && query.queryKey[3] === place.port ? before : undefined),
    enabled: isOn,
    staleTime: Infinity,
    retry: 0,
  });
}

/** The address of a value as a picture; side: pixels of its longer side at most. */
export function pictureAddress(place: Place, slice: string, side: number): string {
  return address(`${ofPort(place)}/picture`, { side, ...(slice && { slice }) });
}

/** The address of a whole value as a file; isPicture: of a text that holds one. */
export function fileAddress(place: Place, isPicture = false): string {
  return address(`${ofPort(place)}/file`, isPicture ? { content: 'picture' } : {});
}

/** Why there is no picture; asked when a browser could not show it. */
export function usePictureRefusal(place: Place, slice: string, isOn: boolean): UseQueryResult<unknown> {
  return useQuery({
    queryKey: ['recorded-picture', place.run, place.node, place.port, slice, language()],
    queryFn: ({ signal }) => ask('GET', `${ofPort(place)}/picture`, { query: { side: 1, ...(slice && { slice }) }, signal }),
    enabled: isOn,
    retry: 0,
  });
}

/** Figures of a tensor. */
export function useStats(place: Place, isOn = true): UseQueryResult<OutputStats> {
  return useQuery({
    queryKey: ['recorded-stats', place.run, place.node, place.port, language()],
    queryFn: ({ signal }) => ask<OutputStats>('GET', `${ofPort(place)}/stats`, { signal }),
    enabled: isOn,
    staleTime: Infinity,
    retry: 0,
  });
}

/** The steps that a node told; stage as above. */
export function useSteps(run: string, node: string, stage: string): UseQueryResult<StepRow[]> {
  return useQuery({
    queryKey: ['recorded-steps', run, node, stage, language()],
    queryFn: ({ signal }) => ask<StepRow[]>('GET', `${base(run)}/${encodeURIComponent(node)}/__steps_index`, { signal }),
    retry: 0,
  });
}

/** The gradients that were captured at a node. */
export function useGradients(run: string | null, node: string, stage: string): UseQueryResult<GradientRow[]> {
  return useQuery({
    queryKey: ['recorded-gradients', run, node, stage, language()],
    queryFn: ({ signal }) => ask<GradientRow[]>('GET', `${base(run!)}/${encodeURIComponent(node)}/__grad_index`, { signal }),
    enabled: run !== null,
    retry: 0,
  });
}

/** The newest runs of a graph; none of another one while it is asked. stage: as above. */
export function useRunsOf(graph: GraphKey, stage: string): readonly Run[] {
  const { id, name } = graph;
  const { data } = useQuery({
    queryKey: ['runs-of', id, name, stage, language()],
    queryFn: async ({ signal }) => (await ask<RunList>('GET', '/api/runs', { query: { limit: RECENT, graph_id: id, ...(name && { graph: name }) }, signal })).runs,
    placeholderData: keepPreviousData,
    retry: 0,
  });
  return useMemo(() => (data ?? []).filter((run) => isRunOf(run, { id, name })), [data, id, name]);
}
