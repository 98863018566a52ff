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
  /** Of a box: less where many columns stand side by side. */
  width: number;
}

/** The largest width. */
export const BOX = { width: 30, height: 16 };

/** Less than a node is wide: nodes that begin so near each other are one column. */
const COLUMN = 160;
const SHARE = 0.7;

/** Where boxes lie in a frame of this size. Nodes without a place lie at its corner. */
export function mini(doc: GraphDocument, width: number, height: number): Mini {
  const nodes = doc.nodes.filter((node) => node.type !== NOTE);
  const xs = nodes.map((node) => node.position?.x ?? 0);
  const ys = nodes.map((node) => node.position?.y ?? 0);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const box = boxWidth(xs, width);
  const across = (width - box) / Math.max(1, Math.max(...xs) - left);
  const down = (height - BOX.height) / Math.max(1, Math.max(...ys) - top);
  const boxes = nodes.map((node, at) => ({ id: node.id, type: node.type, x: (xs[at]! - left) * across, y: (ys[at]! - top) * down }));
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const lines = doc.edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.source), byId.get(edge.target)];
    return from && to && edge.type !== 'trigger' ? [{ from, to }] : [];
  });
  return { boxes, lines, width: box };
}

/** The width at which boxes of neighbouring columns have room between them. */
function boxWidth(xs: readonly number[], width: number): number {
  const columns = [...xs].sort((one, other) => one - other);
  const gaps = columns.slice(1).map((x, at) => x - columns[at]!).filter((gap) => gap >= COLUMN);
  const part = (SHARE * Math.min(...gaps)) / (columns.at(-1)! - columns[0]!);
  return gaps.length > 0 ? Math.min(BOX.width, (part * width) / (1 + part)) : BOX.width;
}
