/** What of the graph is another since its run began, worked out once for all who show it. */
import { changedSince } from '../graph/changed';
import type { GraphDocument } from '../graph/document';
import { isNote } from '../graph/notes';
import { levelAt, type Path } from '../graph/subgraph/level';
import { usePresets } from '../presets';

const NONE: ReadonlySet<string> = new Set();

let last: { before: GraphDocument; now: GraphDocument; byPath: Map<string, ReadonlySet<string>> } | null = null;

/** Ids of the nodes of a level that are others than in `before`, or new. */
export function changedAt(before: GraphDocument, now: GraphDocument, path: Path): ReadonlySet<string> {
  if (before === now) return NONE;
  if (last?.before !== before || last.now !== now) last = { before, now, byPath: new Map() };
  const key = path.join('/');
  const known = last.byPath.get(key);
  if (known) return known;
  const { shelf } = usePresets.getState();
  const [was, is] = [levelAt(before, path, shelf), levelAt(now, path, shelf)];
  const changed = was && is ? changedSince(was, is, { before, now }) : NONE;
  last.byPath.set(key, changed);
  return changed;
}

/** How many nodes are others, new or gone. */
export function countChanges(before: GraphDocument, now: GraphDocument): number {
  if (before.nodes === now.nodes && before.edges === now.edges) return changedAt(before, now, []).size;
  const there = new Set(now.nodes.map(({ id }) => id));
  return changedAt(before, now, []).size + before.nodes.filter((node) => !isNote(node) && !there.has(node.id)).length;
}
