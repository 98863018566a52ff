/** Which graph a run is of: the one that it names, else, as from the command line, the one that has its graph's name. Pure. */
import type { Run } from '../../api/types.gen';

/** A graph, as runs know it. */
export interface GraphKey {
  /** What its runs have as `graph_id`. */
  id: string;
  name: string;
}

/** Not all that a file may be called is printed alike everywhere, and the server wants a text that is. */
const ODD = /(?![ \u3000])[\p{C}\p{Z}]/gu;

/** Characters of a graph's name that its runs have; the server refuses to look for more. */
const MOST_OF_NAME = 200;

/** The key of a graph. file: on the server; one that was never saved goes by its tab. */
export function graphKey(file: string | null, tab: string, name = ''): GraphKey {
  // by whole characters, as the server cuts it
  const cut = name.length > MOST_OF_NAME ? Array.from(name.slice(0, 2 * MOST_OF_NAME)).slice(0, MOST_OF_NAME).join('') : name;
  return { id: (file ?? `tab:${tab}`).replace(ODD, '?'), name: cut };
}

export function isRunOf({ options, graph_name: name }: Pick<Run, 'options' | 'graph_name'>, graph: GraphKey): boolean {
  const named = options['graph_id'];
  return typeof named === 'string' ? named === graph.id : name !== '' && name === graph.name;
}
