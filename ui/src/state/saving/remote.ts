/** Graphs on the server: load, make, replace. */
import { ApiError, ask, askWithHeaders } from '../../api/http';
import type { Revision } from '../../api/types.gen';
import type { OpenGraph } from '../editor';
import { lossesOf, readDocument, type GraphDocument } from '../graph/document';
import { nthName } from './schedule';

const MOST_NAMES = 100;

export interface Loaded {
  doc: GraphDocument;
  open: OpenGraph;
  /** What was read, where some of it is not in `doc`: saved over its file it would be gone. */
  more?: unknown;
}

/** A saved graph. Throws ApiError; `not_a_graph` for a file that holds something else. */
export async function load(file: string): Promise<Loaded> {
  const { value, headers } = await askWithHeaders<unknown>('GET', `/api/graph/load/${encodeURIComponent(file)}`);
  const doc = readDocument(value);
  if (!doc) throw new ApiError(200, { code: 'not_a_graph', params: { file }, text: '' });
  const open = { file: fileIn(headers) ?? file, revision: headers.get('ETag') };
  return lossesOf(value).lost > 0 ? { doc, open, more: value } : { doc, open };
}

/** Save what is open. A graph that is new gets a name that is free. Throws ApiError, `revision_conflict` among them. */
export async function save(doc: GraphDocument, open: OpenGraph): Promise<OpenGraph> {
  if (open.file === null) return make(doc);
  try {
    return await replace(doc, open.file, open.revision);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'revision_conflict') throw error;
    // what a window saved in its last moment it could not hear confirmed: the same content is no conflict
    const theirs = await load(open.file).catch(() => null); // deleted meanwhile: a conflict as well
    if (!theirs || !isSame(theirs.doc, doc)) throw error;
    return theirs.open;
  }
}

/** Whether two values of JSON say the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  // undefined is not sent
  const [mine, theirs] = [one, other].map((value) => Object.entries(value).filter(([, item]) => item !== undefined));
  return mine!.length === theirs!.length && mine!.every(([key, item]) => isSame(item, (other as Record<string, unknown>)[key]));
}

async function replace(doc: GraphDocument, file: string, revision: string | null): Promise<OpenGraph> {
  const condition: Record<string, string> = revision === null ? { 'If-None-Match': '*' } : { 'If-Match': revision };
  const saved = await ask<Revision>('PUT', `/api/graph/${encodeURIComponent(file)}`, {
    body: doc,
    headers: condition,
  });
  return { file: saved.file, revision: `"${saved.revision}"` };
}

/** The graph's file by its own name: several names may lead to it. */
function fileIn(headers: Headers): string | null {
  const name = headers.get('Content-Location')?.split('/').at(-1);
  return name ? decodeURIComponent(name) : null;
}

async function make(doc: GraphDocument): Promise<OpenGraph> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await replace(doc, nthName(doc.name || 'Untitled', attempt), null);
    } catch (error) {
      const isTaken = error instanceof ApiError && ['revision_conflict', 'graph_exists'].includes(error.code);
      if (!isTaken || attempt >= MOST_NAMES) throw error;
    }
  }
}
