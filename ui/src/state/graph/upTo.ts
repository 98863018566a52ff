/** The part of a graph that one node needs: what is run when one runs up to there. */
import { START, TRIGGER_HANDLE, type GraphDocument } from './document';
import { reached } from './reach';

/** The document with the node and all that feeds it. Where nothing of it is started, a start of its own starts it. */
export function upTo(doc: GraphDocument, id: string): GraphDocument {
  const kept = reached(doc.edges, id, 'back');
  const triggers = doc.edges.filter((edge) => edge.type === 'trigger' && kept.has(edge.target));
  for (const { source } of triggers) kept.add(source);
  const nodes = doc.nodes.filter((node) => kept.has(node.id));
  const edges = doc.edges.filter((edge) => kept.has(edge.target) && (edge.type === 'trigger' || kept.has(edge.source)));
  if (triggers.length > 0) return { ...doc, nodes, edges };
  const start = { id: '__start', type: START, position: { x: 0, y: 0 }, data: { params: {} } };
  const first = { id: '__trigger', source: start.id, target: id, sourceHandle: 'trigger', targetHandle: TRIGGER_HANDLE, type: 'trigger' as const };
  return { ...doc, nodes: [start, ...nodes], edges: [first, ...edges] };
}
