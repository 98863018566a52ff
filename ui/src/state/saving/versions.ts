/** Earlier versions of a saved graph, and what each of them changed. */
import { ask } from '../../api/http';
import type { RevisionRow, Versions } from '../../api/types.gen';
import { readDocument, type GraphDocument } from '../graph/document';
import { differencesOf, type DefaultOf, type Differences } from '../runs/diff';

/** How many things differ between two versions that follow each other. */
export interface Counts {
  nodes: number;
  wires: number;
  params: number;
}

/** Versions of more bytes than this are not compared just to be listed. */
const MOST_BYTES = 2_000_000;

/** Kept versions, the newest first. Throws ApiError. */
export async function versionsOf(file: string): Promise<RevisionRow[]> {
  return (await ask<Versions>('GET', `/api/graph/${encodeURIComponent(file)}/versions`)).versions;
}

/** In what two documents differ; params of a node that only one of them has go with the node. */
export function betweenTwo(one: GraphDocument, other: GraphDocument, defaultOf: DefaultOf): Differences {
  const found = differencesOf([one, other], [undefined, undefined], defaultOf);
  const alone = new Set(found.nodes.map((line) => line.of));
  return { ...found, params: found.params.filter((line) => !alone.has(line.of)) };
}

function countsOf(before: GraphDocument, after: GraphDocument, defaultOf: DefaultOf): Counts {
  const { nodes, wires, params } = betweenTwo(before, after, defaultOf);
  return { nodes: nodes.length, wires: wires.length, params: params.length };
}

/** Tell of each version what it changed, one after the other from the newest, until `signal` says that nobody looks. */
export async function compareAll(
  file: string, rows: readonly RevisionRow[], defaultOf: DefaultOf, signal: AbortSignal, tell: (revision: number, counts: Counts) => void,
): Promise<void> {
  const load = async ({ revision, size_bytes }: RevisionRow): Promise<GraphDocument | null> => {
    if (size_bytes > MOST_BYTES) return null;
    try {
      return readDocument(await ask<unknown>('GET', `/api/graph/${encodeURIComponent(file)}/versions/${revision}`, { signal }));
    } catch {
      return null; // dropped meanwhile for newer ones, or broken by hand: the list goes on without
    }
  };
  let after: GraphDocument | null = null;
  for (const [at, row] of rows.entries()) {
    const doc = await load(row);
    if (signal.aborted) return;
    const next = rows[at - 1];
    if (doc && after && next) tell(next.revision, countsOf(doc, after, defaultOf));
    after = doc;
  }
}
