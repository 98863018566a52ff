/** Nodes of a level become the inside of a new subgraph, and a card stands where they were. */
import type { Catalog } from '../catalog';
import { freeId, NOTE, START, type GraphDocument, type GraphEdge, type GraphNode } from '../document';
import type { Point } from '../edits';
import { framesOf, removeFrames } from '../frames';
import { putSubgraph, sharedOf, SUBGRAPH, subgraphsOf, type CardParam, type CardPort, type SubgraphDefinition } from './definition';
import { mapEnds, type End } from './ends';
import { cardAt, levelAt, putAt, type Path } from './level';
import { freePort } from './ports';
import { presetOf } from './preset';

/** Kept on a wire of a card: the wires that it was before, so that unpacking gives them back as they were. */
export interface Was {
  was?: GraphEdge[];
}

/** Collects the ports of one side of a card: one for each inner port. */
class Ports {
  readonly list: End[] = [];
  private readonly taken = new Set<string>();

  of(node: string, inner: string): string {
    const known = this.list.find((one) => one.node === node && one.inner === inner);
    if (known) return known.port;
    const port = freePort({ node, inner }, this.taken);
    this.taken.add(port);
    this.list.push({ port, node, inner });
    return port;
  }
}

export interface Made {
  root: GraphDocument;
  /** The id of the new card. */
  card: string;
}

/**
 * Put nodes of a level into a subgraph of their own. Every wire that crosses becomes a wire of the card; a Start stays
 * where it is, and so does a note that is tied to what stays; chosen frames go inside. Of several wires into one port the last counts, here
 * as in a run; those that never counted are left out. null: nothing but such nodes is chosen, or a preset is on show,
 * and presets cannot hold subgraphs.
 */
export function makeSubgraph(root: GraphDocument, path: Path, ids: ReadonlySet<string>, catalog: Catalog, name: string): Made | null {
  const level = levelAt(root, path);
  const around = cardAt(root, path);
  if (!level || (around && presetOf(around) !== null)) return null;
  const chosen = choose(level, ids);
  if (![...chosen].some((id) => level.nodes.find((node) => node.id === id)?.type !== NOTE)) return null;
  const id = freeId('subgraph', new Set(subgraphsOf(root).map((one) => one.id)));
  // inside and outside are apart, but unpacking puts them together again
  const card = freeId(id, new Set([...level.nodes, ...framesOf(level)].map((one) => one.id)));
  const draft = new Draft(level, chosen, card);
  const types = new Map(level.nodes.map((node) => [node.id, node.type]));
  const cardPort = (side: 'inputs' | 'outputs') => ({ port, node, inner }: End): CardPort => {
    const row = catalog.byName.get(types.get(node) ?? '');
    return { port, innerNode: node, innerPort: inner, data_type: row?.[side].find((one) => one.name === inner)?.data_type ?? 'ANY' };
  };
  const nodes = level.nodes.filter((node) => chosen.has(node.id));
  const frames = framesOf(level).filter((frame) => ids.has(frame.id));
  const outer = removeFrames(draft.outer(), ids);
  const definition: SubgraphDefinition = {
    id, name, description: '', nodes, edges: draft.inside, ui: { origin: middleOf(nodes), ...(frames.length > 0 && { frames }) },
    interface: {
      inputs: draft.inputs.list.map(cardPort('inputs')), outputs: draft.outputs.list.map(cardPort('outputs')),
      triggerTargets: [...draft.starts],
      ...(draft.shared.length > 0 && { params: draft.shared }),
    },
  };
  const stands: GraphNode = { id: card, type: SUBGRAPH + id, position: originOf(definition), data: { params: {} } };
  const first = nodes[0];
  const left = level.nodes.flatMap((node) => (node === first ? [stands] : chosen.has(node.id) ? [] : [node]));
  const withIt = putSubgraph(root, definition);
  const next = { ...outer, nodes: left, edges: draft.outside };
  const put = putAt(withIt, path, path.length === 0 ? { ...next, subgraphs: withIt['subgraphs'] } : next);
  return put && { root: put, card };
}

function choose(level: GraphDocument, ids: ReadonlySet<string>): Set<string> {
  const chosen = new Set(level.nodes.filter((node) => ids.has(node.id) && node.type !== START).map((node) => node.id));
  for (const node of level.nodes) {
    if (node.type !== NOTE) continue;
    // a note that is bound to a node is where that is
    const bound = node.data?.['boundToNodeId'];
    if (typeof bound === 'string' && level.nodes.some((one) => one.id === bound)) {
      if (chosen.has(bound)) chosen.add(node.id);
      else chosen.delete(node.id);
    }
    if (!chosen.has(node.id)) continue;
    const ends = level.edges.flatMap((edge) => (edge.source === node.id ? [edge.target] : edge.target === node.id ? [edge.source] : []));
    if (ends.some((end) => !chosen.has(end))) chosen.delete(node.id);
  }
  return chosen;
}

/** Sorts the wires of a level into those inside, those outside and those of the card. */
class Draft {
  readonly inputs = new Ports();
  readonly outputs = new Ports();
  readonly inside: GraphEdge[] = [];
  readonly outside: GraphEdge[] = [];
  readonly starts = new Set<string>();
  readonly shared: CardParam[] = [];
  /** The card's trigger wire by the Start that it comes from. */
  private readonly triggers = new Map<string, GraphEdge & { ui: Was }>();

  constructor(private readonly level: GraphDocument, private readonly chosen: ReadonlySet<string>, private readonly card: string) {
    const dead = neverCount(level.edges);
    for (const edge of level.edges) this.take(edge, dead);
  }

  private take(edge: GraphEdge, dead: ReadonlySet<GraphEdge>): void {
    const from = this.chosen.has(edge.source);
    const to = this.chosen.has(edge.target);
    if (from && to) {
      if (!dead.has(edge)) this.inside.push(edge);
    } else if (!from && !to) {
      this.outside.push(edge);
    } else if (edge.type === 'trigger') {
      this.trigger(edge, to);
    } else if (to && !dead.has(edge)) {
      this.outside.push({ ...edge, target: this.card, targetHandle: this.inputs.of(edge.target, edge.targetHandle ?? '') });
    } else if (from) {
      this.outside.push({ ...edge, source: this.card, sourceHandle: this.outputs.of(edge.source, edge.sourceHandle ?? '') });
    }
  }

  /** One wire from each Start to the card, however many nodes it starts inside. */
  private trigger(edge: GraphEdge, isInto: boolean): void {
    if (!isInto) {
      this.outside.push({ ...edge, source: this.card, ui: { was: [edge] } });
      return;
    }
    this.starts.add(edge.target);
    const known = this.triggers.get(edge.source);
    if (known) {
      known.ui.was!.push(edge);
      return;
    }
    const wire = { ...edge, target: this.card, ui: { was: [edge] } };
    this.triggers.set(edge.source, wire);
    this.outside.push(wire);
  }

  /** The level itself; where it is the inside of a card, what that shows of the chosen nodes goes by the new card. */
  outer(): GraphDocument {
    const around = this.level as SubgraphDefinition;
    if (!around.interface) return around;
    const through = (ports: Ports) => (end: End): End =>
      this.chosen.has(end.node) ? { port: end.port, node: this.card, inner: ports.of(end.node, end.inner) } : end;
    const next = mapEnds(mapEnds(around, 'inputs', through(this.inputs)), 'outputs', through(this.outputs));
    const targets = around.interface.triggerTargets;
    for (const id of targets ?? []) if (this.chosen.has(id)) this.starts.add(id);
    const names = new Set<string>();
    const params = sharedOf(around).map((param): CardParam => {
      if (!this.chosen.has(param.innerNode)) return param;
      const name = freePort({ node: param.innerNode, inner: param.innerParam }, names);
      names.add(name);
      this.shared.push({ param: name, innerNode: param.innerNode, innerParam: param.innerParam });
      return { ...param, innerNode: this.card, innerParam: name };
    });
    return {
      ...next,
      interface: {
        ...next.interface,
        ...(targets && { triggerTargets: [...new Set(targets.map((id) => (this.chosen.has(id) ? this.card : id)))] }),
        ...(around.interface.params && { params }),
      },
    };
  }
}

/** Wires into a port that a later wire leads into too. */
function neverCount(edges: readonly GraphEdge[]): Set<GraphEdge> {
  const last = new Map<string, GraphEdge>();
  const dead = new Set<GraphEdge>();
  for (const edge of edges) {
    if (edge.type === 'trigger') continue;
    const key = `${edge.target}\n${edge.targetHandle ?? ''}`;
    const before = last.get(key);
    if (before) dead.add(before);
    last.set(key, edge);
  }
  return dead;
}

/** The point of a level that a card of it stands at: where it was when the card was made, else the middle. */
export function originOf(level: GraphDocument): Point {
  const { x, y } = (level.ui?.['origin'] ?? {}) as Partial<Point>;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : middleOf(level.nodes);
}

/** The middle of where nodes lie. */
function middleOf(nodes: readonly GraphNode[]): Point {
  const places = nodes.map((node) => node.position ?? { x: 0, y: 0 });
  const mid = (values: number[]): number => Math.round((Math.min(...values) + Math.max(...values)) / 2);
  return { x: mid(places.map((place) => place.x)), y: mid(places.map((place) => place.y)) };
}
