/** What a refusal says to the person who reads it. */
import type { TFunction } from 'i18next';
import { ApiError, type Refusal } from '../api/http';

/** The sentence of a refusal: ours for what has no server behind it, else the server's own. */
export function sentence(t: TFunction, refusal: Refusal): string {
  if (refusal.code === 'server_away') return t('errors.server_away');
  if (refusal.code === 'bad_answer') return t('errors.bad_answer', { status: String(refusal.params['status'] ?? '') });
  return refusal.text || refusal.code;
}

/** The same for whatever was thrown. */
export function sentenceOf(t: TFunction, error: unknown): string {
  if (error instanceof ApiError) return sentence(t, error.refusal);
  return error instanceof Error ? error.message : String(error);
}
