/** Ids that stand several times in a graph from elsewhere: each node, frame and wire gets one of its own. */
import { freeId, type GraphDocument } from './document';
import { changeFrames, framesOf } from './frames';

/** Ids that stand more than once on the canvas or within one subgraph: how many nodes have one that an earlier node has. */
export function repeated(root: GraphDocument): number {
  return levelsOf(root).reduce((sum, { nodes }) => sum + nodes.length - new Set(nodes.map((node) => node.id)).size, 0);
}

/** The first of several with one id keeps it, and with it every wire and note; the others get free ones. The same document where none is repeated. */
export function withOwnIds(root: GraphDocument): GraphDocument {
  return onEachLevel(root, ownIn);
}

/** The document with its canvas and each of its subgraphs changed; the same one where none is. */
export function onEachLevel(root: GraphDocument, change: (level: GraphDocument) => GraphDocument): GraphDocument {
  const canvas = change(root);
  const subgraphs: unknown = root['subgraphs'];
  if (!Array.isArray(subgraphs)) return canvas;
  const next = subgraphs.map((one: unknown) => (isLevel(one) ? change(one) : one));
  return next.every((one, at) => one === subgraphs[at]) ? canvas : { ...canvas, subgraphs: next };
}

function ownIn(level: GraphDocument): GraphDocument {
  const taken = new Set([...level.nodes, ...framesOf(level)].map(({ id }) => id));
  const seen = new Set<string>();
  const own = <T extends { id: string }>(one: T, among = taken, met = seen): T => {
    if (!met.has(one.id)) {
      met.add(one.id);
      return one;
    }
    const id = freeId(one.id.replace(/-\d+$/, ''), among);
    among.add(id);
    met.add(id);
    return { ...one, id };
  };
  const nodes = level.nodes.map((node) => own(node));
  const wires = new Set(level.edges.map((edge) => edge.id));
  const met = new Set<string>();
  const edges = level.edges.map((edge) => own(edge, wires, met));
  const isSame = nodes.every((node, at) => node === level.nodes[at]) && edges.every((edge, at) => edge === level.edges[at]);
  return changeFrames(isSame ? level : { ...level, nodes, edges }, (frame) => own(frame));
}

/** The canvas and the subgraphs. */
export function levelsOf(root: GraphDocument): GraphDocument[] {
  const subgraphs: unknown = root['subgraphs'];
  return [root, ...(Array.isArray(subgraphs) ? (subgraphs as unknown[]).filter(isLevel) : [])];
}

function isLevel(value: unknown): value is GraphDocument {
  const given = value as Partial<GraphDocument> | null;
  return typeof given === 'object' && given !== null && Array.isArray(given.nodes) && Array.isArray(given.edges);
}
