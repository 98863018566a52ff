/** A preset's card in the place of the nodes that the preset was made of. */
import { edgeId, freeId, START, TRIGGER_HANDLE, type GraphDocument, type GraphEdge } from '../document';
import { endsOf, type End, type Side } from './ends';
import { levelAt, putAt, type Path } from './level';
import { originOf } from './make';
import { PRESET, putPreset, type PresetDefinition, type Shelf } from './preset';

export interface Stood {
  root: GraphDocument;
  card: string;
}

/** What keeps a card from taking the place of nodes: an output that is used inside as well as outside is not open. */
export interface Hidden {
  node: string;
  port: string;
}

/**
 * Put a card of a preset where nodes of a level are. ids: the nodes that it was made of. Starts among them stay, and
 * start the card. A trigger on any of the nodes starts the whole of it.
 */
export function standFor(root: GraphDocument, path: Path, ids: ReadonlySet<string>, preset: PresetDefinition, shelf: Shelf): Stood | Hidden | null {
  const level = levelAt(root, path, shelf);
  if (!level) return null;
  const inside = new Set(level.nodes.filter((node) => ids.has(node.id) && node.type !== START).map((node) => node.id));
  const nodes = level.nodes.filter((node) => inside.has(node.id));
  if (nodes.length === 0) return null;
  const card = freeId(`preset-${preset.preset_name.toLowerCase()}`, new Set(level.nodes.map((node) => node.id)));
  const edges: GraphEdge[] = [];
  const started = new Set<string>();
  for (const edge of level.edges) {
    const [from, to] = [inside.has(edge.source), inside.has(edge.target)];
    if (from && to) continue;
    if (!from && !to) {
      edges.push(edge);
    } else if (edge.type === 'trigger') {
      if (!to || started.has(edge.source)) continue;
      started.add(edge.source);
      const wire = { ...edge, target: card, targetHandle: TRIGGER_HANDLE };
      edges.push({ ...wire, id: edgeId(wire) });
    } else {
      const [side, node, port]: [Side, string, string] = to
        ? ['inputs', edge.target, edge.targetHandle ?? '']
        : ['outputs', edge.source, edge.sourceHandle ?? ''];
      const end = endsOf(preset, side).find((one: End) => one.node === node && one.inner === port);
      if (!end) return { node, port };
      edges.push(to ? { ...edge, target: card, targetHandle: end.port } : { ...edge, source: card, sourceHandle: end.port });
    }
  }
  const stands = { id: card, type: PRESET + preset.preset_name, position: originOf({ nodes, edges: [] }), data: { params: {} } };
  const left = level.nodes.flatMap((node) => (node === nodes[0] ? [stands] : inside.has(node.id) ? [] : [node]));
  const withIt = putPreset(root, preset);
  const next = path.length === 0 ? { ...withIt, nodes: left, edges } : { ...level, nodes: left, edges };
  const put = putAt(withIt, path, next, shelf);
  return put && { root: put, card };
}
