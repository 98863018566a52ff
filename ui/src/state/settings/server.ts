/** The server's own settings: read, saved for its next start. */
import { useMutation, useQuery, useQueryClient, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { ask } from '../../api/http';
import type { Setting, SettingsAnswer } from '../../api/types.gen';

export type SettingValue = Setting['value'];
const KEY = ['settings'];
const PREFIX = 'CODEFYUI_';

export function useServerSettings(): UseQueryResult<SettingsAnswer> {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => ask<SettingsAnswer>('GET', '/api/settings', { signal }) });
}

/** Save one; null forgets what was saved. The error is an ApiError. */
export function useSaveSetting(): UseMutationResult<SettingsAnswer, Error, { name: string; value: SettingValue | null }> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, value }) => ask<SettingsAnswer>('PUT', '/api/settings', { body: { settings: { [name]: value } } }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}

/** The name that words know it by: without CODEFYUI_, in lower case. */
export function shortName(row: Pick<Setting, 'name'>): string {
  return row.name.slice(PREFIX.length).toLowerCase();
}

/** What the next start takes: that is what one edits. */
export function chosen(row: Setting): SettingValue {
  return row.read_only ? row.value : (row.saved ?? (row.source === 'file' ? row.default : row.value));
}

/** The typed text as a value of the setting's kind; undefined for what is no number where one is wanted. */
export function readValue(row: Setting, text: string): SettingValue | undefined {
  if (typeof row.value !== 'number') return text.trim();
  const number = Number(text.replaceAll(/[,_\s]/g, ''));
  return text.trim() !== '' && Number.isInteger(number) ? number : undefined;
}

/** `64 MiB` for a number of bytes that says little by itself; null for a small one. */
export function bytesWord(bytes: number, lang: string): string | null {
  if (bytes < 1024) return null;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), 4);
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(bytes / 1024 ** power);
  return `${number} ${['', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`;
}
