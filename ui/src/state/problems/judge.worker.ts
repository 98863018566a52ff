/** Judges documents beside the window: it has a copy that follows by patches, writes it out, asks, and reads the answer. */
import { ApiError, ask, type Refusal } from '../../api/http';
import type { Verdict } from '../../api/types.gen';
import type { GraphDocument } from '../graph/document';
import { patched, type Patch } from './patch';

export interface Question {
  id: number;
  /** From the document of the question before; `isFirst`: from nothing. */
  patch: Patch;
  isFirst: boolean;
  language: string;
}

/** verdict: null when the server did not give one: it is asked again when it is back, unless it has refused to judge. */
export interface Answer {
  id: number;
  verdict: Verdict | null;
  refusal: Refusal | null;
}

let doc: GraphDocument | null = null;
let asking: AbortController | null = null;

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  doc = patched(data.isFirst ? null : doc, data.patch);
  asking?.abort();
  asking = new AbortController();
  void judge(doc, data, asking.signal);
});

async function judge(body: GraphDocument, { id, language }: Question, signal: AbortSignal): Promise<void> {
  const answer = (verdict: Verdict | null, refusal: Refusal | null = null): void => postMessage({ id, verdict, refusal } satisfies Answer);
  try {
    answer(await ask<Verdict>('POST', '/api/graph/validate', { body, signal, headers: { 'Accept-Language': language } }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (!(error instanceof ApiError)) throw error;
    // what failed with the server or on the way there is no word about the graph
    answer(null, error.status >= 400 && error.status < 500 ? error.refusal : null);
  }
}
