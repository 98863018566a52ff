/** A subgraph for one card alone: what is changed in it changes no other card. */
import { freeId, type GraphDocument } from '../document';
import { putSubgraph, SUBGRAPH, subgraphsOf, type CardParam, type SubgraphDefinition } from './definition';
import { definitionOf, endsOf, isSubgraph, type End } from './ends';
import { cardAt, levelAt, putAt, type Path } from './level';
import { cardLevel } from './overrides';
import { presetLevel, presetOf, type Shelf } from './preset';
import { fieldsOf } from './share';

/**
 * Give a card of a level a subgraph of its own, a copy of what it holds; a preset's card becomes a card of a subgraph,
 * with the values that it has. Ports and wires stay. null: nobody knows what is inside, or a preset is on show, and
 * presets cannot hold subgraphs.
 */
export function withOwnSubgraph(root: GraphDocument, path: Path, card: string, shelf: Shelf): GraphDocument | null {
  const level = levelAt(root, path, shelf);
  const node = level?.nodes.find((one) => one.id === card);
  const definition = node && definitionOf(root, node.type, shelf);
  const around = cardAt(root, path, shelf);
  if (!level || !node || !definition || (around && presetOf(around) !== null)) return null;
  const id = freeId('subgraph', new Set(subgraphsOf(root).map((one) => one.id)));
  let copy: SubgraphDefinition;
  if (isSubgraph(definition)) {
    copy = { ...structuredClone(definition), id };
  } else {
    const inside = structuredClone(cardLevel(presetLevel(definition), node));
    const ports = (ends: End[]) => ends.map(({ port, node: inner, inner: innerPort }) => ({ port, innerNode: inner, innerPort }));
    const params = fieldsOf(root, shelf, node.type).map((field): CardParam => ({ param: field.name, innerNode: field.node, innerParam: field.param }));
    copy = {
      ...inside, id, name: definition.preset_name,
      interface: { inputs: ports(endsOf(definition, 'inputs')), outputs: ports(endsOf(definition, 'outputs')), triggerTargets: [], params },
    };
  }
  const { internalParams: _, ...data } = node.data ?? {};
  const own = { ...node, type: SUBGRAPH + id, data: isSubgraph(definition) ? { ...node.data } : data };
  const withIt = putSubgraph(root, copy);
  const next = { ...level, nodes: level.nodes.map((one) => (one === node ? own : one)) };
  return putAt(withIt, path, path.length === 0 ? { ...next, subgraphs: withIt['subgraphs'] } : next, shelf);
}
