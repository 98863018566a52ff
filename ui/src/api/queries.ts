/** What is asked of the server and kept for a while. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { indexed, NO_CATALOG, type Catalog } from '../state/graph/catalog';
import { language } from '../words/language';
import { useTranslation } from '../words/words';
import { ask } from './http';
import type { Devices, Example, NodeRow, Version } from './types.gen';

export function useNodeRows(): UseQueryResult<NodeRow[]> {
  useTranslation(); // asked anew in another language
  return useQuery({
    queryKey: ['nodes', language()],
    queryFn: ({ signal }) => ask<NodeRow[]>('GET', '/api/nodes', { query: { lang: language() }, signal }),
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
}

/** The node types by name; none while they are being loaded. */
export function useCatalog(): Catalog {
  const { data } = useNodeRows();
  return useMemo(() => (data ? indexed(data) : NO_CATALOG), [data]);
}

export function useExamples(): UseQueryResult<Example[]> {
  return useQuery({
    queryKey: ['examples'],
    queryFn: ({ signal }) => ask<Example[]>('GET', '/api/examples/list', { signal }),
    staleTime: Infinity,
  });
}

export function useDevices(): UseQueryResult<Devices> {
  return useQuery({
    queryKey: ['devices', language()],
    queryFn: ({ signal }) => ask<Devices>('GET', '/api/system/devices', { signal }),
    staleTime: Infinity,
  });
}

export function useVersion(): UseQueryResult<Version> {
  return useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => ask<Version>('GET', '/api/version', { signal }),
    staleTime: Infinity,
  });
}
