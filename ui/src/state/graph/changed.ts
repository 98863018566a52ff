/** What of a graph is another than it was when a run began: what was seen of it there no longer holds. */
import type { GraphDocument, GraphEdge, GraphNode } from './document';
import { isNote } from './notes';
import { definitionOf, endsOf, isCard, levelOf, type Definition } from './subgraph/ends';

/** The two documents that levels are of: they hold what cards stand for. */
export interface Roots {
  before: GraphDocument;
  now: GraphDocument;
}

/** Ids of nodes that are new, whose params, bypass or inputs are others, and of cards in which anything is. */
export function changedSince(before: GraphDocument, now: GraphDocument, roots: Roots = { before, now }): ReadonlySet<string> {
  const isSameInside = roots.before['subgraphs'] === roots.now['subgraphs'] && roots.before['presets'] === roots.now['presets'];
  if (before.nodes === now.nodes && before.edges === now.edges && isSameInside) return NONE;
  const insides = new Map<string, boolean>();
  const was = new Map(before.nodes.map((node) => [node.id, node]));
  const [inputsBefore, inputs] = [inputsOf(before.edges), inputsOf(now.edges)];
  const changed = now.nodes.filter((node) => {
    if (isNote(node)) return false;
    const old = was.get(node.id);
    return !old || !isAlike(old, node) || (!isSameInside && isOther(node.type, roots, insides)) || (inputsBefore.get(node.id) ?? '') !== (inputs.get(node.id) ?? '');
  });
  return changed.length === 0 ? NONE : new Set(changed.map((node) => node.id));
}

/** Whether cards of a type hold something else; known: what was found so far, so that a card in itself has an end. */
function isOther(type: string, roots: Roots, known: Map<string, boolean>): boolean {
  if (!isCard({ type })) return false;
  const found = known.get(type);
  if (found !== undefined) return found;
  known.set(type, false);
  const [before, now] = [definitionOf(roots.before, type), definitionOf(roots.now, type)];
  const isIt = before !== undefined && now !== undefined && isOtherInside(before, now, roots, known);
  known.set(type, isIt);
  return isIt;
}

function isOtherInside(before: Definition, now: Definition, roots: Roots, known: Map<string, boolean>): boolean {
  const [old, level] = [levelOf(before), levelOf(now)];
  if (level.nodes.some((node) => isOther(node.type, roots, known))) return true;
  if (before === now) return false;
  const ends = (one: Definition): string => JSON.stringify([endsOf(one, 'inputs'), endsOf(one, 'outputs')]);
  return old.nodes.filter(isRun).length !== level.nodes.filter(isRun).length || ends(before) !== ends(now)
    || changedSince(old, level, { before: old, now: level }).size > 0;
}

function isRun(node: GraphNode): boolean {
  return !isNote(node);
}

const NONE: ReadonlySet<string> = new Set();

function isAlike(one: GraphNode, other: GraphNode): boolean {
  if (one === other) return true;
  if (one.type !== other.type || Boolean(one.data?.bypassed) !== Boolean(other.data?.bypassed)) return false;
  const [{ params = {}, internalParams = {} } = {}, { params: newParams = {}, internalParams: newInternal = {} } = {}] = [one.data, other.data];
  return JSON.stringify(sorted(params)) === JSON.stringify(sorted(newParams)) && JSON.stringify(internalParams) === JSON.stringify(newInternal);
}

function sorted(params: Record<string, unknown>): [string, unknown][] {
  return Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The inputs of each node as one text; what order they stand in says nothing. */
function inputsOf(edges: readonly GraphEdge[]): Map<string, string> {
  const lists = new Map<string, string[]>();
  for (const edge of edges) {
    const text = JSON.stringify([edge.source, edge.sourceHandle ?? '', edge.targetHandle ?? '', edge.type ?? 'data']);
    const list = lists.get(edge.target);
    if (list) list.push(text);
    else lists.set(edge.target, [text]);
  }
  return new Map([...lists].map(([id, list]) => [id, list.sort().join()]));
}
