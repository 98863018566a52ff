/** A change of a document cut into pieces, each small enough to be handed over without the window standing still. */
import type { Patch, Splice } from '../problems/patch';
import { itemWeight } from './weight';

/** Of one piece, in characters of JSON: a few milliseconds. */
export const PIECE = 400_000;

/** Patches that do together, one after the other, what this one does. */
export function piecesOf(patch: Patch, most = PIECE): Patch[] {
  const none = (of: Splice<unknown>, done: number): Splice<never> => ({ head: of.head + done, items: [], tail: of.tail });
  const found: Patch[] = [];
  const [nodes, edges] = [groupsOf(patch.nodes.items, most), groupsOf(patch.edges.items, most)];
  const untouched: Splice<never> = { head: Infinity, items: [], tail: 0 };
  let done = 0;
  for (const items of nodes) {
    found.push({ nodes: { head: patch.nodes.head + done, items, tail: patch.nodes.tail }, edges: untouched, rest: {}, gone: [] });
    done += items.length;
  }
  if (nodes.length === 0) found.push({ nodes: none(patch.nodes, 0), edges: untouched, rest: {}, gone: [] });
  done = 0;
  for (const items of edges) {
    found.push({ nodes: untouched, edges: { head: patch.edges.head + done, items, tail: patch.edges.tail }, rest: {}, gone: [] });
    done += items.length;
  }
  if (edges.length === 0) found.push({ nodes: untouched, edges: none(patch.edges, 0), rest: {}, gone: [] });
  return [...found.slice(0, -1), { ...found.at(-1)!, rest: patch.rest, gone: patch.gone }];
}

/** Items in runs of about so much weight. */
function groupsOf<T>(items: readonly T[], most: number): T[][] {
  const groups: T[][] = [];
  let weight = Infinity;
  for (const item of items) {
    const own = itemWeight(item);
    if (weight + own > most) {
      groups.push([]);
      weight = 0;
    }
    groups.at(-1)!.push(item);
    weight += own;
  }
  return groups;
}
