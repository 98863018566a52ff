/** What is different between two documents, small enough to be sent at every change. Items that are the same object are the same. */
import type { GraphDocument, GraphEdge, GraphNode } from '../graph/document';

/** The first `head` items stay, the last `tail` items stay, between them lie `items`. */
export interface Splice<T> {
  head: number;
  items: readonly T[];
  tail: number;
}

export interface Patch {
  nodes: Splice<GraphNode>;
  edges: Splice<GraphEdge>;
  /** Everything but nodes and wires; null where none of it has changed. */
  rest: Record<string, unknown> | null;
}

/** How `after` comes of `before`; null: of nothing. */
export function patchOf(before: GraphDocument | null, after: GraphDocument): Patch {
  const { nodes, edges, ...rest } = after;
  return {
    nodes: spliceOf(before?.nodes ?? [], nodes),
    edges: spliceOf(before?.edges ?? [], edges),
    rest: before !== null && isSameRest(before, after) ? null : rest,
  };
}

/** The document that a patch was made for, from the one that it was made of. */
export function patched(before: GraphDocument | null, { nodes, edges, rest }: Patch): GraphDocument {
  return {
    ...(rest ?? before),
    nodes: spliced(before?.nodes ?? [], nodes),
    edges: spliced(before?.edges ?? [], edges),
  };
}

function spliceOf<T>(before: readonly T[], after: readonly T[]): Splice<T> {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { head, items: after.slice(head, after.length - tail), tail };
}

function spliced<T>(before: readonly T[], { head, items, tail }: Splice<T>): T[] {
  return [...before.slice(0, head), ...items, ...before.slice(before.length - tail)];
}

function isSameRest(one: GraphDocument, other: GraphDocument): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  names.delete('nodes');
  names.delete('edges');
  return [...names].every((name) => one[name] === other[name]);
}
