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
  /** What else has changed, by its key: a text of megabytes beside it is not sent again. */
  rest: Record<string, unknown>;
  /** Keys that are no more. */
  gone: readonly string[];
}

/** How `after` comes of `before`; null: of nothing. */
export function patchOf(before: GraphDocument | null, after: GraphDocument): Patch {
  const { nodes, edges, ...rest } = after;
  return {
    nodes: spliceOf(before?.nodes ?? [], nodes),
    edges: spliceOf(before?.edges ?? [], edges),
    rest: Object.fromEntries(Object.entries(rest).filter(([key, value]) => before === null || !(key in before) || before[key] !== value)),
    gone: Object.keys(before ?? {}).filter((key) => !(key in after)),
  };
}

/** The document that a patch was made for, from the one that it was made of. */
export function patched(before: GraphDocument | null, { nodes, edges, rest, gone }: Patch): GraphDocument {
  const kept = Object.fromEntries(Object.entries(before ?? {}).filter(([key]) => !gone.includes(key)));
  return {
    ...kept,
    ...rest,
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
