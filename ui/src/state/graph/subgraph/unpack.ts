/** A card gives way to what is inside it: the other way round from making a subgraph, and nothing is lost. */
import { edgeId, freeId, NOTE, START, TRIGGER_HANDLE, type GraphDocument, type GraphEdge, type GraphNode } from '../document';
import { framesOf } from '../frames';
import { sharedOf, type SubgraphDefinition } from './definition';
import { definitionOf, definitionsOf, endsOf, isSubgraph, levelOf, mapEnds, typeOf, type Definition, type End } from './ends';
import { cardAt, levelAt, putAt, type Path } from './level';
import { originOf, type Was } from './make';
import { cardLevel } from './overrides';
import { presetLevel, presetOf, type Shelf } from './preset';
import { fieldsOf } from './share';

export interface Unpacked {
  root: GraphDocument;
  /** The ids that the inner nodes have now. */
  ids: string[];
}

/**
 * Put the inside of a card in its place. Nodes keep their ids where those are free; a preset's nodes have the card's
 * values. A subgraph that no card is left of goes. null: nobody knows what is inside, or a preset is on show.
 */
export function unpack(root: GraphDocument, path: Path, card: string, shelf: Shelf): Unpacked | null {
  const level = levelAt(root, path, shelf);
  const node = level?.nodes.find((one) => one.id === card);
  const definition = node && definitionOf(root, node.type, shelf);
  const around = cardAt(root, path, shelf);
  if (!level || !node || !definition || (around && presetOf(around) !== null)) return null;
  const inside = isSubgraph(definition) ? levelOf(definition) : cardLevel(presetLevel(definition), node);
  const opened = new Opened(level, node, inside, definition);
  const put = putAt(root, path, opened.level(fieldNames(root, shelf, node)), shelf);
  return put && { root: without(put, definition), ids: [...opened.ids.values()] };
}

/** The wires that a wire of a card was before there was a card. */
function wasOf(edge: GraphEdge): GraphEdge[] {
  const { was } = (edge['ui'] ?? {}) as Was;
  return Array.isArray(was) ? was : [];
}

type Inner = (name: string) => { node: string; param: string } | undefined;

function fieldNames(root: GraphDocument, shelf: Shelf, card: GraphNode): Inner {
  const fields = fieldsOf(root, shelf, card.type);
  return (name) => fields.find((one) => one.name === name);
}

class Opened {
  /** From the inner id to the one in the level. */
  readonly ids = new Map<string, string>();
  private readonly inputs: readonly End[];
  private readonly outputs: readonly End[];
  private readonly wires: Set<string>;

  constructor(
    private readonly around: GraphDocument, private readonly card: GraphNode, private readonly inside: GraphDocument,
    private readonly definition: Definition,
  ) {
    this.inputs = endsOf(definition, 'inputs');
    this.outputs = endsOf(definition, 'outputs');
    // frames and nodes are chosen by one kind of id
    const taken = new Set([...around.nodes.filter((node) => node !== card), ...framesOf(around)].map((one) => one.id));
    for (const node of inside.nodes) {
      const id = kept(node.id, taken);
      taken.add(id);
      this.ids.set(node.id, id);
    }
    this.wires = new Set(around.edges.map((edge) => edge.id));
  }

  level(fields: Inner): GraphDocument {
    const nodes = this.around.nodes.flatMap((node) => (node === this.card ? this.nodes() : [node]));
    const edges = [...this.around.edges.flatMap((edge) => this.outer(edge)), ...this.inside.edges.map((edge) => this.inner(edge))];
    return this.shown({ ...this.around, nodes, edges, ...this.frames() }, fields);
  }

  /** The frames inside come along. */
  private frames(): Pick<GraphDocument, 'ui'> {
    const inside = framesOf(this.inside);
    if (inside.length === 0) return {};
    const around = framesOf(this.around);
    const taken = new Set([...around, ...this.around.nodes].map((one) => one.id).concat([...this.ids.values()]));
    const by = this.shift();
    const moved = inside.map((frame) => {
      const id = kept(frame.id, taken);
      taken.add(id);
      return { ...frame, id, x: frame.x + by.x, y: frame.y + by.y };
    });
    return { ui: { ...this.around.ui, frames: [...around, ...moved] } };
  }

  /** How far the inside moves on its way out. */
  private shift(): { x: number; y: number } {
    const origin = originOf(this.inside);
    const at = this.card.position ?? { x: 0, y: 0 };
    return { x: at.x - origin.x, y: at.y - origin.y };
  }

  private nodes(): GraphNode[] {
    const by = this.shift();
    return this.inside.nodes.map((node) => {
      const id = this.ids.get(node.id)!;
      const bound = this.ids.get(String(node.data?.['boundToNodeId'])) ?? node.data?.['boundToNodeId'];
      const tied = bound === node.data?.['boundToNodeId'] ? node : { ...node, data: { ...node.data, boundToNodeId: bound } };
      const isHere = id === node.id && by.x === 0 && by.y === 0;
      return isHere ? tied : { ...tied, id, position: { x: (node.position?.x ?? 0) + by.x, y: (node.position?.y ?? 0) + by.y } };
    });
  }

  private inner(edge: GraphEdge): GraphEdge {
    const wire = { ...edge, source: this.ids.get(edge.source) ?? edge.source, target: this.ids.get(edge.target) ?? edge.target };
    return { ...wire, id: this.free(edge.id || edgeId(wire)) };
  }

  /** What a wire of the level becomes; wires on ports that the card does not have lead nowhere and go. */
  private outer(edge: GraphEdge): GraphEdge[] {
    const isFrom = edge.source === this.card.id;
    const isTo = edge.target === this.card.id;
    if (!isFrom && !isTo) return [edge];
    if (edge.type === 'trigger') return this.triggers(edge, isTo);
    const from = isFrom ? this.outputs.find((end) => end.port === (edge.sourceHandle ?? '')) : undefined;
    const to = isTo ? this.inputs.find((end) => end.port === (edge.targetHandle ?? '')) : undefined;
    if ((isFrom && !from) || (isTo && !to)) return [];
    const wire = { ...edge };
    if (from) Object.assign(wire, { source: this.ids.get(from.node), sourceHandle: from.inner });
    if (to) Object.assign(wire, { target: this.ids.get(to.node), targetHandle: to.inner });
    return [wire];
  }

  private triggers(edge: GraphEdge, isTo: boolean): GraphEdge[] {
    const was = wasOf(edge);
    if (!isTo) return was.map((one) => ({ ...one, source: this.ids.get(one.source) ?? one.source, target: edge.target }));
    const starts = this.starts();
    if (was.length > 0 && this.isAsMade(starts)) {
      return was.map((one) => ({ ...one, source: edge.source, target: this.ids.get(one.target)! }));
    }
    const { ui: _, ...plain } = edge;
    return starts.map((start, at) => {
      const wire: GraphEdge = { ...plain, target: this.ids.get(start)!, targetHandle: TRIGGER_HANDLE };
      return at === 0 ? wire : { ...wire, id: this.free(edgeId(wire)) };
    });
  }

  /** The wires that the card's triggers were before still say what is started inside. */
  private isAsMade(starts: readonly string[]): boolean {
    const into = this.around.edges.filter((edge) => edge.type === 'trigger' && edge.target === this.card.id);
    const before = new Set(into.flatMap((edge) => wasOf(edge).map((one) => one.target)));
    return before.size === starts.length && starts.every((start) => before.has(start));
  }

  /** The inner nodes that a trigger on the card starts. */
  private starts(): string[] {
    const { nodes, edges } = this.inside;
    const named = isSubgraph(this.definition) ? (this.definition.interface?.triggerTargets ?? []) : [];
    const there = named.filter((id) => this.ids.has(id));
    if (there.length > 0) return [...new Set(there)];
    const fed = new Set(edges.filter((edge) => edge.type !== 'trigger').map((edge) => edge.target));
    return nodes.filter((node) => !fed.has(node.id) && node.type !== START && node.type !== NOTE).map((node) => node.id);
  }

  /** Where the level is the inside of a card itself: what that shows of this card it shows of the inner nodes now. */
  private shown(level: GraphDocument, fields: Inner): GraphDocument {
    const outer = this.around as SubgraphDefinition;
    if (!outer.interface) return level;
    const through = (ends: readonly End[]) => (end: End): End | null => {
      if (end.node !== this.card.id) return end;
      const meant = ends.find((one) => one.port === end.inner);
      return meant ? { ...end, node: this.ids.get(meant.node)!, inner: meant.inner } : null;
    };
    const next = mapEnds(mapEnds({ ...level, id: outer.id } as SubgraphDefinition, 'inputs', through(this.inputs)), 'outputs', through(this.outputs));
    const targets = next.interface?.triggerTargets?.flatMap((id) => (id === this.card.id ? this.starts().map((one) => this.ids.get(one)!) : [id]));
    const params = sharedOf(next).flatMap((param) => {
      if (param.innerNode !== this.card.id) return [param];
      const meant = fields(param.innerParam);
      return meant ? [{ ...param, innerNode: this.ids.get(meant.node)!, innerParam: meant.param }] : [];
    });
    return { ...next, interface: { ...next.interface, ...(targets && { triggerTargets: targets }), ...(next.interface?.params && { params }) } };
  }

  private free(wanted: string): string {
    const id = kept(wanted, this.wires);
    this.wires.add(id);
    return id;
  }
}

/** An id as it is where nobody has it, else one like it. */
function kept(id: string, taken: ReadonlySet<string>): string {
  return taken.has(id) ? freeId(id, taken) : id;
}

/** The document without a subgraph that no card names any more. Presets stay: the graph carries them on purpose. */
function without(root: GraphDocument, definition: Definition): GraphDocument {
  if (!isSubgraph(definition)) return root;
  const type = typeOf(definition);
  const levels = [root, ...definitionsOf(root).filter((one) => typeOf(one) !== type).map(levelOf)];
  if (levels.some((level) => level.nodes.some((node) => node.type === type))) return root;
  const { subgraphs, ...rest } = root;
  const left = (subgraphs as (SubgraphDefinition | null)[]).filter((one) => one?.id !== definition.id);
  return left.length > 0 ? { ...root, subgraphs: left } : rest;
}

