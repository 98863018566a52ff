/** Values of one card of a preset: params of its inner nodes that go before those of the definition. */
import type { GraphDocument, GraphNode } from '../document';

type Values = Record<string, unknown>;

const levels = new WeakMap<GraphDocument, WeakMap<GraphNode, GraphDocument>>();

/** The inside of a preset with this card's values; the same object for the same two. */
export function cardLevel(inside: GraphDocument, card: GraphNode): GraphDocument {
  const own = card.data?.internalParams;
  if (!own || Object.keys(own).length === 0) return inside;
  const cards = levels.get(inside) ?? new WeakMap<GraphNode, GraphDocument>();
  levels.set(inside, cards);
  const known = cards.get(card);
  if (known) return known;
  const nodes = inside.nodes.map((node) => (own[node.id] ? withParams(node, { ...node.data?.params, ...own[node.id] }) : node));
  const level = { ...inside, nodes };
  cards.set(card, level);
  return level;
}

/**
 * The card with the values that `next` shows where the definition shows others; null when `next` is another graph.
 * A param that was taken out has the definition's value again. Where nodes lie is the definition's business.
 */
export function withOverrides(card: GraphNode, inside: GraphDocument, next: GraphDocument): GraphNode | null {
  if (next.nodes.length !== inside.nodes.length || next.edges !== inside.edges || next.ui !== inside.ui) return null;
  const own: Record<string, Values> = { ...card.data?.internalParams };
  for (const [at, node] of next.nodes.entries()) {
    const before = inside.nodes[at]!;
    if (!isSameBut(node, before)) return null;
    const values = differing(node.data?.params ?? {}, before.data?.params ?? {});
    if (Object.keys(values).length > 0) own[node.id] = values;
    else delete own[node.id];
  }
  if (isEqual(own, card.data?.internalParams ?? {})) return card;
  return withInternal(card, own);
}

/** The card with these values; without any, the key goes. */
export function withInternal(card: GraphNode, own: Record<string, Values>): GraphNode {
  const { internalParams: _, ...data } = card.data ?? {};
  return { ...card, data: Object.keys(own).length > 0 ? { ...data, internalParams: own } : data };
}

export function withParams(node: GraphNode, params: Values): GraphNode {
  return { ...node, data: { ...node.data, params } };
}

function differing(values: Values, given: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isEqual(value, given[name])));
}

/** Nothing but params and places differs. */
function isSameBut(node: GraphNode, before: GraphNode): boolean {
  if (node === before) return true;
  const { data, position: _, ...rest } = node;
  const { data: dataBefore, position: __, ...restBefore } = before;
  const { params: ___, ...more } = data ?? {};
  const { params: ____, ...moreBefore } = dataBefore ?? {};
  return isEqual(rest, restBefore) && isEqual(more, moreBefore);
}

/** Equal as JSON, whatever the order of keys. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => key in other && isEqual((one as Values)[key], (other as Values)[key]));
}
