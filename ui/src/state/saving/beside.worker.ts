/**
 * Writes heavy graphs beside the window: it has copies that follow by patches, puts them into the journal and sends them
 * to the server. Of a graph that is in the journal already only what has changed is written.
 */
import { ApiError, type Refusal } from '../../api/http';
import type { OpenGraph } from '../editor';
import type { GraphDocument } from '../graph/document';
import { withoutSecrets, type SecretParams } from '../graph/secrets';
import { patched, patchOf, type Patch } from '../problems/patch';
import * as journal from './journal';
import { save } from './remote';
import { weightOf } from './weight';

/** secrets: null for those of the order before. */
export type Order =
  | { act: 'follow'; key: string; patch: Patch; isFirst: boolean }
  | { act: 'keep'; id: number; key: string; open: OpenGraph; changes: number; secrets: SecretParams | null }
  | { act: 'save'; id: number; key: string; open: OpenGraph }
  | { act: 'forget'; key: string };

export interface Done {
  id: number;
  saved?: OpenGraph;
  /** What the server says against it; status 0: nothing. */
  refused?: { status: number; refusal: Refusal };
  failed?: string;
}

/** So much may follow an entry before it is written anew: steps, and characters of JSON. */
const MOST_STEPS = 400;
const MOST_WEIGHT = 8_000_000;

interface Entry {
  doc: GraphDocument;
  steps: number;
  weight: number;
}

let secrets: SecretParams = new Map();
const copies = new Map<string, GraphDocument>();
/** What the journal has. */
const entries = new Map<string, Entry>();

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  switch (data.act) {
    case 'follow':
      copies.set(data.key, patched(data.isFirst ? null : (copies.get(data.key) ?? null), data.patch));
      return;
    case 'forget':
      entries.delete(data.key);
      copies.delete(data.key);
      return;
    case 'save':
      return answer(data.id, saved(data));
    case 'keep':
      secrets = data.secrets ?? secrets;
      answer(data.id, keep(data));
  }
});

function answer(id: number, doing: Promise<Omit<Done, 'id'>>): void {
  doing.catch((error: unknown) => ({ failed: String(error) })).then((done) => postMessage({ id, ...done } satisfies Done));
}

async function saved({ key, open }: Extract<Order, { act: 'save' }>): Promise<Omit<Done, 'id'>> {
  try {
    return { saved: await save(copyOf(key), open) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { refused: { status: error.status, refusal: error.refusal } };
  }
}

function copyOf(key: string): GraphDocument {
  const copy = copies.get(key);
  if (!copy) throw new Error(key);
  return copy;
}

async function keep({ key, open, changes }: Extract<Order, { act: 'keep' }>): Promise<Omit<Done, 'id'>> {
  const doc = withoutSecrets(copyOf(key), secrets);
  const entry = entries.get(key);
  const patch = entry && patchOf(entry.doc, doc);
  const weight = patch ? entry.weight + weightOf(patch) : Infinity;
  if (patch && entry.steps < MOST_STEPS && weight < MOST_WEIGHT) {
    await journal.addStep({ window: key, step: entry.steps + 1, patch, open, changes });
    entries.set(key, { doc, steps: entry.steps + 1, weight });
    return {};
  }
  entries.delete(key); // where it fails it is not known what is there
  await journal.write({ window: key, open, doc, changes });
  entries.set(key, { doc, steps: 0, weight: 0 });
  return {};
}
