/** What a graph would run with, as its run will tell it afterwards. Pure. */
import type { GraphDocument } from '../graph/document';
import { readSeed, type QueueForm } from './form';

export interface Provenance {
  /** Of the graph's file; null for a graph that the server does not have, and for a run's. */
  revision: number | null;
  /** What runs is that revision, and nothing since. */
  isAsSaved: boolean;
  device: string;
  /** null: none. */
  seed: number | null;
}

/** usual: the device of runs that name none. revision: the `ETag` of what the server has, `saved` its document. */
export function provenanceOf(doc: GraphDocument, form: QueueForm, usual: string, revision: string | null, saved: GraphDocument | null): Provenance {
  const found = /^"(\d+)"$/.exec(revision ?? '');
  return {
    revision: found ? Number(found[1]) : null,
    isAsSaved: found !== null && saved === doc,
    device: form.device || doc.settings?.device || usual,
    seed: readSeed(form.seed) ?? null,
  };
}
