/** What a refusal says to the person who reads it. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next'; // not by ./words, whose loading takes a page: stores say refusals, too
import { ApiError, type Refusal } from '../api/http';
import { useReasons, worded } from './reasons';

/** The sentence of a refusal in the language of now; as the server wrote it where its code is not known. */
export function sentence(t: TFunction, refusal: Refusal): string {
  if (refusal.code === 'server_away') return t('errors.server_away');
  if (refusal.code === 'bad_answer') return t('errors.bad_answer', { status: String(refusal.params['status'] ?? '') });
  if (refusal.code === 'not_a_graph') return t('file.no_graph', { name: String(refusal.params['file'] ?? '') });
  if (refusal.code === 'field_unread') return t('inspect.run_wrong', { name: String(refusal.params['name'] ?? '') });
  return worded(refusal, useReasons.getState().sentences) ?? (refusal.text || refusal.code);
}

/** The same for whatever was thrown. */
export function sentenceOf(t: TFunction, error: unknown): string {
  if (error instanceof ApiError) return sentence(t, error.refusal);
  return error instanceof Error ? error.message : String(error);
}

/** `sentence`, said anew when the sentences of another language have come. */
export function useSentence(): (refusal: Refusal) => string {
  const { t } = useTranslation();
  useReasons((state) => state.sentences);
  return (refusal) => sentence(t, refusal);
}
