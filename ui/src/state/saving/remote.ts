/** Graphs on the server: load, make, replace. */
import { ApiError, ask, askWithHeaders } from '../../api/http';
import type { OpenGraph } from '../editor';
import { readDocument, type GraphDocument } from '../graph/document';
import { nthName } from './schedule';

const MOST_NAMES = 100;

export interface Loaded {
  doc: GraphDocument;
  open: OpenGraph;
}

/** A saved graph. Throws ApiError; `not_a_graph` for a file that holds something else. */
export async function load(file: string): Promise<Loaded> {
  const { value, headers } = await askWithHeaders<unknown>('GET', `/api/graph/load/${encodeURIComponent(file)}`);
  const doc = readDocument(value);
  if (!doc) throw new ApiError(200, { code: 'not_a_graph', params: { file }, text: '' });
  return { doc, open: { file, revision: headers.get('ETag') } };
}

/** Save what is open. A graph that is new gets a name that is free. Throws ApiError, `revision_conflict` among them. */
export async function save(doc: GraphDocument, open: OpenGraph): Promise<OpenGraph> {
  return open.file === null ? make(doc) : replace(doc, open.file, open.revision);
}

async function replace(doc: GraphDocument, file: string, revision: string | null): Promise<OpenGraph> {
  const condition: Record<string, string> = revision === null ? { 'If-None-Match': '*' } : { 'If-Match': revision };
  const saved = await ask<{ revision: number }>('PUT', `/api/graph/${encodeURIComponent(file)}`, {
    body: doc,
    headers: condition,
  });
  return { file, revision: `"${saved.revision}"` };
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
