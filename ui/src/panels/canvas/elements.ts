/** From the document to what React Flow draws; an element that has not changed stays the same object. */
import type { Edge, Node } from '@xyflow/react';
import type { Catalog, Field, NodeRow } from '../../state/graph/catalog';
import { NOTE, START, TRIGGER_HANDLE, type Frame, type GraphDocument, type GraphEdge, type GraphNode } from '../../state/graph/document';
import { framesOf } from '../../state/graph/frames';
import { isCard, shownOutside } from '../../state/graph/subgraph/ends';
import { boxOf, HEAD, placeholder, PORT, type Box } from './geometry';

export interface CardData extends Record<string, unknown> {
  node: GraphNode;
  box: Box;
  /** Names of connected ports: `in:<name>` and `out:<name>`; with `card:` before it, of those that the card around shows. */
  connected: ReadonlySet<string>;
  title: string;
  isKnown: boolean;
  /** Of its type; undefined where the server has none, and for what is no node of a run. */
  row: NodeRow | undefined;
  /** Of a card: whose params inside it those on show are. */
  fields: readonly Field[] | undefined;
}

export type Card = Node<CardData, 'card' | 'note'>;
export type FrameCard = Node<{ frame: Frame }, 'frame'>;
/** from, to: what its ends are called. */
export type Wire = Edge<{ dataType: string; from: string; to: string }, 'wire'>;

const NONE: ReadonlySet<string> = new Set();

/** Makes elements; keeps those of the last call and gives them again while what they show is the same. */
export class Elements {
  private cards = new Map<string, Card>();
  private framed = new Map<string, FrameCard>();
  private wires = new Map<string, { edge: GraphEdge; wire: Wire; type: string }>();
  // a list that is the same all through stays the same: React Flow indexes another one anew, wires above all
  private lastCards: Card[] = [];
  private lastFrames: FrameCard[] = [];
  private lastWires: Wire[] = [];
  /** What the lists were made of. */
  private cardsOf: readonly unknown[] = [];
  private wiresOf: readonly unknown[] = [];
  private joined: { edges: readonly GraphEdge[]; ports: Map<string, Set<string>> } | null = null;

  nodes(doc: GraphDocument, catalog: Catalog, selected: ReadonlySet<string>): Card[] {
    const made = [doc.nodes, doc.edges, doc['interface'], catalog, selected];
    if (isSameList(this.cardsOf, made)) return this.lastCards;
    this.cardsOf = made;
    // inside a card it also hangs on what the card shows
    if (this.joined?.edges !== doc.edges || doc['interface'] !== undefined) this.joined = { edges: doc.edges, ports: connections(doc) };
    const connected = this.joined.ports;
    const next = new Map<string, Card>();
    const list = doc.nodes.map((node) => {
      const old = this.cards.get(node.id);
      const ports = connected.get(node.id) ?? NONE;
      const isKnown = catalog.byName.has(node.type) || node.type === START || node.type === NOTE;
      const card =
        old && old.data.node === node && old.data.isKnown === isKnown && old.data.row === catalog.byName.get(node.type) && sameSet(old.data.connected, ports)
          ? old.selected === selected.has(node.id) ? old : { ...old, selected: selected.has(node.id) }
          : makeCard(node, catalog, ports, selected.has(node.id), isKnown);
      next.set(node.id, card);
      return card;
    });
    this.cards = next;
    return (this.lastCards = sameList(this.lastCards, list));
  }

  frames(doc: GraphDocument, selected: ReadonlySet<string>): FrameCard[] {
    const next = new Map<string, FrameCard>();
    for (const frame of framesOf(doc)) {
      const old = this.framed.get(frame.id);
      const isSelected = selected.has(frame.id);
      next.set(frame.id, old?.data.frame === frame && old.selected === isSelected ? old : makeFrame(frame, isSelected));
    }
    this.framed = next;
    return (this.lastFrames = sameList(this.lastFrames, [...next.values()]));
  }

  edges(doc: GraphDocument, catalog: Catalog, selected: ReadonlySet<string>): Wire[] {
    const made = [doc.nodes, doc.edges, catalog, selected];
    if (isSameList(this.wiresOf, made)) return this.lastWires;
    this.wiresOf = made;
    const nodes = new Map(doc.nodes.map((node) => [node.id, node]));
    const nameOf = (id: string): string => {
      const node = nodes.get(id);
      return node ? titleOf(node, catalog.byName.get(node.type)) : id;
    };
    const next = new Map<string, { edge: GraphEdge; wire: Wire; type: string }>();
    const list = doc.edges.map((edge) => {
      const type = dataType(edge, catalog, nodes.get(edge.source)?.type);
      const [from, to] = [nameOf(edge.source), nameOf(edge.target)];
      const old = this.wires.get(edge.id);
      const isSelected = selected.has(edge.id);
      const isSame = old?.edge === edge && old.type === type && old.wire.data?.from === from && old.wire.data.to === to;
      let kept = old && isSame ? old : { edge, type, wire: makeWire(edge, type, from, to) };
      if ((kept.wire.selected ?? false) !== isSelected) kept = { ...kept, wire: { ...kept.wire, selected: isSelected } };
      next.set(edge.id, kept);
      return kept.wire;
    });
    this.wires = next;
    return (this.lastWires = sameList(this.lastWires, list));
  }
}

/** The list of before, if the other has the same items. */
function sameList<T>(before: T[], list: T[]): T[] {
  return isSameList(before, list) ? before : list;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

function makeCard(
  node: GraphNode, catalog: Catalog, connected: ReadonlySet<string>, selected: boolean, isKnown: boolean,
): Card {
  const row = catalog.byName.get(node.type);
  const box = boxOf(node, row ?? placeholder(node, connected));
  const size = { width: box.width, height: box.height };
  return {
    id: node.id,
    type: node.type === NOTE ? 'note' : 'card',
    position: node.position ?? { x: 0, y: 0 },
    selected,
    ...size,
    measured: size,
    domAttributes: { 'aria-labelledby': labelId(node.id) },
    handles: [
      ...box.inputs.map((port) => handle(port.name, 'target', -PORT / 2, port.y)),
      ...(node.type === NOTE ? [] : [handle(TRIGGER_HANDLE, 'target', -PORT / 2, HEAD / 2)]),
      ...box.outputs.map((port) => handle(port.name, 'source', box.width - PORT / 2, port.y)),
    ],
    data: { node, box, connected, title: titleOf(node, row), isKnown, row, fields: catalog.fields?.get(node.type) },
  };
}

/** The id of the words for a node; ids of nodes may hold spaces, which would end it. */
export function labelId(id: string): string {
  return `label-${encodeURIComponent(id)}`;
}

/** The name that a node was given, else that of its type; a card's is the name of what it holds. */
export function titleOf(node: GraphNode, row: NodeRow | undefined): string {
  return String(node.data?.label ?? (isCard(node) ? (row?.name_zh_TW ?? node.type.replace(/^\w+:/, '')) : node.type));
}

/** Behind everything, even while it is selected; only its title and edges take the pointer. */
function makeFrame(frame: Frame, selected: boolean): FrameCard {
  const { width, height } = frame;
  return {
    id: frame.id, type: 'frame', position: { x: frame.x, y: frame.y }, width, height, measured: { width, height }, selected,
    handles: [], zIndex: -2000, dragHandle: '.frame-head', style: { pointerEvents: 'none' }, data: { frame },
  };
}

function handle(id: string, type: 'source' | 'target', x: number, middle: number) {
  return { id, type, position: (type === 'source' ? 'right' : 'left') as never, x, y: middle - PORT / 2, width: PORT, height: PORT };
}

function makeWire(edge: GraphEdge, type: string, from: string, to: string): Wire {
  const isTrigger = edge.type === 'trigger';
  return {
    id: edge.id,
    type: 'wire',
    source: edge.source,
    target: edge.target,
    sourceHandle: edge.sourceHandle || (isTrigger ? 'trigger' : null),
    targetHandle: isTrigger ? TRIGGER_HANDLE : edge.targetHandle || null,
    ariaLabel: `${from} – ${to}`,
    domAttributes: { 'aria-labelledby': labelId(`~${edge.id}`) },
    data: { dataType: type, from, to },
  };
}

function dataType(edge: GraphEdge, catalog: Catalog, source: string | undefined): string {
  if (edge.type === 'trigger') return 'TRIGGER';
  const row = source === undefined ? undefined : catalog.byName.get(source);
  return row?.outputs.find((port) => port.name === edge.sourceHandle)?.data_type ?? 'ANY';
}

/** Names of connected ports by node: `in:<name>` and `out:<name>`. */
export function connections(doc: GraphDocument): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const note = (node: string, port: string): void => {
    const set = found.get(node);
    if (set) set.add(port);
    else found.set(node, new Set([port]));
  };
  for (const edge of doc.edges) {
    note(edge.source, `out:${edge.sourceHandle ?? ''}`);
    note(edge.target, `in:${edge.type === 'trigger' ? TRIGGER_HANDLE : (edge.targetHandle ?? '')}`);
  }
  for (const [side, kind] of [['inputs', 'in'], ['outputs', 'out']] as const) {
    for (const end of shownOutside(doc, side)) note(end.node, `card:${kind}:${end.inner}`);
  }
  return found;
}

function sameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one === other || (one.size === other.size && [...one].every((item) => other.has(item)));
}
