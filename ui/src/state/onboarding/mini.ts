/** A graph as a small picture: boxes and lines within a frame, from the places that its nodes have. */
import { NOTE, type GraphDocument } from '../graph/document';

export interface Box {
  id: string;
  x: number;
  y: number;
  type: string;
}

export interface Mini {
  boxes: readonly Box[];
  lines: readonly { from: Box; to: Box }[];
}

export const BOX = { width: 30, height: 16 };

/** Where boxes lie in a frame of this size. Nodes without a place lie at its corner. */
export function mini(doc: GraphDocument, width: number, height: number): Mini {
  const nodes = doc.nodes.filter((node) => node.type !== NOTE);
  const xs = nodes.map((node) => node.position?.x ?? 0);
  const ys = nodes.map((node) => node.position?.y ?? 0);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const across = (width - BOX.width) / Math.max(1, Math.max(...xs) - left);
  const down = (height - BOX.height) / Math.max(1, Math.max(...ys) - top);
  const boxes = nodes.map((node, at) => ({ id: node.id, type: node.type, x: (xs[at]! - left) * across, y: (ys[at]! - top) * down }));
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const lines = doc.edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.source), byId.get(edge.target)];
    return from && to && edge.type !== 'trigger' ? [{ from, to }] : [];
  });
  return { boxes, lines };
}
