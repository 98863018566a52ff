/** What is asked of the server and kept for a while. */
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEditor } from '../state/editor';
import { indexed, NO_CATALOG, type Catalog } from '../state/graph/catalog';
import { keepCatalog } from '../state/graph/known';
import { withCards } from '../state/graph/subgraph/rows';
import { askNodes } from '../state/palette/fresh';
import { usePresets } from '../state/presets';
import { language } from '../words/language';
import { useTranslation } from '../words/words';
import { ask } from './http';
import type { Example, NodeRow, Version } from './types.gen';

/** The node types, as the server tells of them in the language of now. */
export const nodeRows = () => queryOptions({
  queryKey: ['nodes', language()],
  queryFn: ({ signal }) => askNodes(signal),
  staleTime: Infinity,
});

export function useNodeRows(): UseQueryResult<NodeRow[]> {
  useTranslation(); // asked anew in another language
  return useQuery({ ...nodeRows(), placeholderData: (before) => before });
}

/** The node types by name, with the cards of the open graph; none while they are being loaded. */
export function useCatalog(): Catalog {
  const { data } = useNodeRows();
  const catalog = useMemo(() => (data ? catalogOf(data) : NO_CATALOG), [data]);
  const subgraphs = useEditor(({ root }) => root['subgraphs']);
  const presets = useEditor(({ root }) => root['presets']);
  const shelf = usePresets((state) => state.shelf);
  return useMemo(() => withCards(catalog, { nodes: [], edges: [], subgraphs, presets }, shelf), [catalog, subgraphs, presets, shelf]);
}

const catalogs = new WeakMap<readonly NodeRow[], Catalog>();

/** The same catalog for the same rows, whoever asks. */
function catalogOf(rows: readonly NodeRow[]): Catalog {
  const known = catalogs.get(rows) ?? indexed(rows);
  catalogs.set(rows, known);
  keepCatalog(known);
  return known;
}

/** The templates, as the server tells of them in the language of now. */
export function useExamples(): UseQueryResult<Example[]> {
  useTranslation(); // asked anew in another language
  return useQuery({
    queryKey: ['examples', language()],
    queryFn: ({ signal }) => ask<Example[]>('GET', '/api/examples/list', { query: { lang: language() }, signal }),
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
}

export function useVersion(): UseQueryResult<Version> {
  return useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => ask<Version>('GET', '/api/version', { signal }),
    staleTime: Infinity,
  });
}
