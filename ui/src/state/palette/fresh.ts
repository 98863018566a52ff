/** Whether the server's node types are others than those that the palette has. Pure, but for asking. */
import { askWithHeaders } from '../../api/http';
import type { NodeRow } from '../graph/catalog';
import { language } from '../../words/language';

export interface Change {
  added: number;
  changed: number;
  gone: number;
}

/** What has become of `before`; null where nothing has. */
export function changeOf(before: readonly NodeRow[], after: readonly NodeRow[]): Change | null {
  const old = new Map(before.map((row) => [row.node_name, row]));
  const change: Change = { added: 0, changed: 0, gone: 0 };
  for (const row of after) {
    const known = old.get(row.node_name);
    old.delete(row.node_name);
    if (!known) change.added += 1;
    else if (known !== row && JSON.stringify(known) !== JSON.stringify(row)) change.changed += 1;
  }
  change.gone = old.size;
  return change.added + change.changed + change.gone > 0 ? change : null;
}

/** By the language that they were asked for in: the tag of the rows that are in use. */
const tags = new Map<string, string | null>();

/** The node types, as the server tells of them in the language of now. Throws ApiError. */
export async function askNodes(signal?: AbortSignal): Promise<NodeRow[]> {
  const lang = language();
  const { value, headers } = await askWithHeaders<NodeRow[]>('GET', '/api/nodes', { query: { lang }, ...(signal && { signal }) });
  tags.set(lang, headers.get('ETag'));
  return value;
}

/** Those of another tag than the ones in use; null while there are none. Throws ApiError. */
export async function askOtherNodes(): Promise<NodeRow[] | null> {
  const lang = language();
  const tag = tags.get(lang);
  if (!tag) return null;
  const { value } = await askWithHeaders<NodeRow[] | null>('GET', '/api/nodes', { query: { lang }, headers: { 'If-None-Match': tag } });
  return value;
}
