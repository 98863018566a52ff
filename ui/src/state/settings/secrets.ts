/** Secrets that the server remembers: what there is, never what it is. Values go to the server and come back from nowhere. */
import { useMutation, useQuery, useQueryClient, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { ask } from '../../api/http';
import type { SecretList } from '../../api/types.gen';

const KEY = ['secrets'];

export interface SecretKey {
  scope: string;
  name: string;
}

/** The scope of values that fill blank secret params. */
export const PARAMS = 'params';

/** The key of a node type's secret param. */
export function paramKey(type: string, param: string): SecretKey {
  return { scope: PARAMS, name: `${type}.${param}` };
}

/** What is remembered, and where. The first time the server asks the keyring, which may take five seconds. */
export function useSecrets(): UseQueryResult<SecretList> {
  return useQuery({
    queryKey: KEY, queryFn: ({ signal }) => ask<SecretList>('GET', '/api/secrets', { signal }), retry: false, staleTime: 30_000,
  });
}

export function useRememberSecret(): UseMutationResult<unknown, Error, SecretKey & { value: string }> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ scope, name, value }) => ask('PUT', address(scope, name), { body: { value } }),
    gcTime: 0, // the value is not kept a moment longer than it takes
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useForgetSecret(): UseMutationResult<unknown, Error, SecretKey> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ scope, name }) => ask('DELETE', address(scope, name)),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

function address(scope: string, name: string): string {
  return `/api/secrets/${encodeURIComponent(scope)}/${encodeURIComponent(name)}`;
}
