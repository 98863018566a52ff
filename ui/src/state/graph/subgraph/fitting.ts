/** Definitions that come from another graph: one that means something else here comes under another name. */
import { freeId, type GraphDocument, type GraphNode } from '../document';
import { findSubgraph, SUBGRAPH, subgraphsOf } from './definition';
import { isEqual } from './overrides';
import { findPreset, isPreset, NO_SHELF, PRESET, type PresetDefinition } from './preset';

/** What travels: nodes, and the definitions that cards among them need. */
export interface Travelling {
  nodes: GraphNode[];
  subgraphs: unknown[];
  presets: unknown[];
}

/** The same, so that it can be put into a document whose own definitions stay as they are. */
export function fittedTo<T extends Travelling>(root: GraphDocument, piece: T): T {
  const renamed = new Map<string, string>();
  const ids = new Set(subgraphsOf(root).map((one) => one.id));
  for (const definition of subgraphsOf({ nodes: [], edges: [], subgraphs: piece.subgraphs })) {
    const own = findSubgraph(root, definition.id);
    if (!own || isEqual(own, definition)) continue;
    const id = freeId(definition.id.replace(/-\d+$/, ''), ids);
    ids.add(id);
    renamed.set(SUBGRAPH + definition.id, SUBGRAPH + id);
  }
  for (const preset of piece.presets.filter(isPreset)) {
    const own = findPreset(root, NO_SHELF, preset.preset_name);
    if (own && !isEqual(own, preset)) renamed.set(PRESET + preset.preset_name, PRESET + freeName(root, preset.preset_name));
  }
  if (renamed.size === 0) return piece;
  const typed = <N extends { type?: unknown }>(node: N): N => {
    const type = typeof node.type === 'string' ? renamed.get(node.type) : undefined;
    return type === undefined ? node : { ...node, type };
  };
  return {
    ...piece,
    nodes: piece.nodes.map(typed),
    subgraphs: piece.subgraphs.map((one) => {
      const given = one as { id?: unknown; nodes?: unknown } | null;
      if (typeof given !== 'object' || typeof given?.id !== 'string' || !Array.isArray(given.nodes)) return one;
      const id = renamed.get(SUBGRAPH + given.id)?.slice(SUBGRAPH.length) ?? given.id;
      return { ...given, id, nodes: (given.nodes as GraphNode[]).map(typed) };
    }),
    presets: piece.presets.map((one) => {
      if (!isPreset(one)) return one;
      const name = renamed.get(PRESET + one.preset_name)?.slice(PRESET.length) ?? one.preset_name;
      return { ...one, preset_name: name, nodes: one.nodes.map(typed) } satisfies PresetDefinition;
    }),
  };
}

function freeName(root: GraphDocument, name: string): string {
  for (let number = 2; ; number += 1) if (!findPreset(root, NO_SHELF, `${name} ${number}`)) return `${name} ${number}`;
}
