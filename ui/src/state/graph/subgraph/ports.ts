/** Keeps cards in step with their definition: what happens to a port happens to the wires on every card that has it. */
import type { GraphDocument, GraphEdge } from '../document';
import { sharedOf, type SubgraphDefinition } from './definition';
import {
  addEnd, definitionOf, definitionsOf, endsOf, isSubgraph, levelOf, mapEnds, put, putLevel, typeOf,
  type Definition, type End, type Side,
} from './ends';
import { NO_SHELF, type Shelf } from './preset';

const SIDES = ['inputs', 'outputs'] as const;

/** The document with a changed definition, and no port, wire, trigger or shared param that leads to nothing. */
export function putTidy(root: GraphDocument, definition: Definition, shelf: Shelf = NO_SHELF): GraphDocument {
  const there = new Set(levelOf(definition).nodes.map((node) => node.id));
  const before = definitionOf(root, typeOf(definition), shelf);
  let next = put(root, isSubgraph(definition) ? tidied(definition, there) : definition);
  for (const side of SIDES) {
    const ends = endsOf(definition, side);
    const named = new Set(ends.map((end) => end.port));
    const gone = before ? endsOf(before, side).filter((end) => !named.has(end.port)) : [];
    for (const lost of [...gone, ...ends.filter((end) => !there.has(end.node))]) next = dropPort(next, typeOf(definition), side, lost.port);
  }
  return next;
}

/** Without triggers and shared params of nodes that are gone. */
function tidied(definition: SubgraphDefinition, there: ReadonlySet<string>): SubgraphDefinition {
  const shown = definition.interface;
  const targets = Array.isArray(shown?.triggerTargets) ? shown.triggerTargets.filter((id) => there.has(id)) : undefined;
  const params = sharedOf(definition).filter((param) => there.has(param.innerNode));
  const isTidy = (targets?.length ?? 0) === (shown?.triggerTargets?.length ?? 0) && params.length === (shown?.params?.length ?? 0);
  return isTidy ? definition : { ...definition, interface: { ...shown, ...(targets && { triggerTargets: targets }), params } };
}

/** Take a port away from every card of a type, with its wires, and from cards that only passed it on. */
export function dropPort(root: GraphDocument, type: string, side: Side, port: string): GraphDocument {
  const definition = definitionOf(root, type);
  if (!definition) return root;
  let next = put(root, mapEnds(definition, side, (end) => (end.port === port ? null : end)));
  next = eachLevel(next, (level) => {
    const cards = cardsOf(level, type);
    if (cards.size === 0) return level;
    const edges = level.edges.filter((edge) => !isOn(edge, cards, side, port));
    return edges.length === level.edges.length ? level : { ...level, edges };
  });
  for (const outer of definitionsOf(next)) {
    const cards = cardsOf(levelOf(outer), type);
    for (const end of cards.size > 0 ? endsOf(outer, side) : []) {
      if (cards.has(end.node) && end.inner === port) next = dropPort(next, typeOf(outer), side, end.port);
    }
  }
  return next;
}

/** Give a port another name on every card of a type; the document itself where the name is taken or empty. */
export function renamePort(root: GraphDocument, type: string, side: Side, from: string, wanted: string): GraphDocument {
  const to = wanted.trim();
  const definition = definitionOf(root, type);
  if (!definition || to === '' || endsOf(definition, side).some((end) => end.port === to)) return root;
  let next = put(root, mapEnds(definition, side, (end) => (end.port === from ? { ...end, port: to } : end)));
  const key = side === 'inputs' ? 'targetHandle' : 'sourceHandle';
  next = eachLevel(next, (level) => {
    const cards = cardsOf(level, type);
    if (!level.edges.some((edge) => isOn(edge, cards, side, from))) return level;
    return { ...level, edges: level.edges.map((edge) => (isOn(edge, cards, side, from) ? { ...edge, [key]: to } : edge)) };
  });
  for (const outer of definitionsOf(next)) {
    const cards = cardsOf(levelOf(outer), type);
    const passed = mapEnds(outer, side, (end) => (cards.has(end.node) && end.inner === from ? { ...end, inner: to } : end));
    if (passed !== outer) next = put(next, passed);
  }
  return next;
}

/** Show a port of an inner node on the cards of a type, or take it from them. data: its type. */
export function togglePort(root: GraphDocument, shelf: Shelf, type: string, side: Side, at: Omit<End, 'port'>, data: string): GraphDocument {
  const definition = definitionOf(root, type, shelf);
  if (!definition) return root;
  const ends = endsOf(definition, side);
  const shown = ends.find((end) => end.node === at.node && end.inner === at.inner);
  if (shown) return dropPort(put(root, definition), type, side, shown.port);
  const port = freePort(at, new Set(ends.map((end) => end.port)));
  return put(root, addEnd(definition, side, { ...at, port }, data));
}

/** A name for a port: that of the inner one, with its node's where that is taken. */
export function freePort({ node, inner }: Omit<End, 'port'>, taken: ReadonlySet<string>): string {
  const wanted = [inner, `${node}_${inner}`].find((name) => name !== '' && !taken.has(name));
  if (wanted !== undefined) return wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${node}_${inner}_${number}`)) return `${node}_${inner}_${number}`;
}

/** Change the canvas and the inside of every definition that the document carries. */
export function eachLevel(root: GraphDocument, change: (level: GraphDocument) => GraphDocument): GraphDocument {
  let next = change(root);
  for (const definition of definitionsOf(next)) {
    const level = levelOf(definition);
    const changed = change(level);
    if (changed !== level) next = putLevel(next, definition, changed);
  }
  return next;
}

function cardsOf(level: GraphDocument, type: string): Set<string> {
  return new Set(level.nodes.filter((node) => node.type === type).map((node) => node.id));
}

function isOn(edge: GraphEdge, cards: ReadonlySet<string>, side: Side, port: string): boolean {
  if (edge.type === 'trigger') return false;
  return side === 'inputs'
    ? cards.has(edge.target) && (edge.targetHandle ?? '') === port
    : cards.has(edge.source) && (edge.sourceHandle ?? '') === port;
}
