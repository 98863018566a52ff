/** Files of own node types on the server, and what can be done with them. Whatever changes them changes the palette. */
import { useMutation, useQuery, useQueryClient, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { ask } from '../../api/http';
import type { CustomFileRow, Reloaded } from '../../api/types.gen';
import { loadPresets } from '../presets';
import { judgeAnew } from '../problems/problems';

const KEY = ['custom-nodes'];

export function useOwnNodes(): UseQueryResult<CustomFileRow[]> {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => ask<CustomFileRow[]>('GET', '/api/custom-nodes', { signal }) });
}

interface Changes {
  upload: UseMutationResult<unknown, Error, { file: File; overwrite: boolean }>;
  reload: UseMutationResult<Reloaded, Error, void>;
  toggle: UseMutationResult<unknown, Error, string>;
  remove: UseMutationResult<unknown, Error, string>;
}

export function useOwnNodesChange(): Changes {
  const client = useQueryClient();
  const onSettled = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: KEY });
    await client.invalidateQueries({ queryKey: ['nodes'] });
    await loadPresets();
    judgeAnew();
  };
  return {
    upload: useMutation({
      mutationFn: ({ file, overwrite }: { file: File; overwrite: boolean }) => {
        const form = new FormData();
        form.append('file', file);
        return ask('POST', '/api/custom-nodes/upload', { form, query: { overwrite } });
      },
      onSettled,
    }),
    reload: useMutation({ mutationFn: () => ask<Reloaded>('POST', '/api/nodes/reload'), onSettled }),
    toggle: useMutation({ mutationFn: (filename: string) => ask('POST', '/api/custom-nodes/toggle', { body: { filename } }), onSettled }),
    remove: useMutation({ mutationFn: (filename: string) => ask('DELETE', `/api/custom-nodes/${encodeURIComponent(filename)}`), onSettled }),
  };
}
