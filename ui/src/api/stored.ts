/** Files that lie with the server, for nodes that read them. */
import { queryOptions } from '@tanstack/react-query';
import { ApiError, ask } from './http';
import type { StoredFileRow, Uploaded } from './types.gen';

export type Shelf = 'files' | 'images' | 'models';

const MOST_NAMES = 50;

/** What lies there, the newest first. */
export function stored(shelf: Shelf) {
  return queryOptions({
    queryKey: ['stored', shelf],
    queryFn: async ({ signal }) => (await ask<StoredFileRow[]>('GET', `/api/${shelf}`, { signal })).sort((one, other) => other.modified - one.modified),
    staleTime: 0,
    retry: 0,
  });
}

/** The name for the n-th try: `data.csv`, `data-2.csv`. */
export function nthFile(name: string, attempt: number): string {
  return attempt <= 1 ? name : name.replace(/(\.[^.]*)?$/, (end) => `-${attempt}${end}`);
}

/** Its name on the server: another one where a file of its name has other content. Throws ApiError. */
export async function upload(file: File, shelf: Shelf): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const form = new FormData();
    form.append('file', file, nthFile(file.name, attempt));
    try {
      return (await ask<Uploaded>('POST', `/api/${shelf}/upload`, { form })).filename;
    } catch (error) {
      const isTaken = error instanceof ApiError && ['file_exists', 'file_case_clash'].includes(error.code);
      if (!isTaken || attempt >= MOST_NAMES) throw error;
    }
  }
}
