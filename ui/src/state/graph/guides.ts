/** Lines along which something that is moved stands level with what is beside it. Pure. */
import type { Rect } from './rect';

/** A line of the graph: `x` stands upright at this x, from one y to another. */
export interface Guide {
  axis: 'x' | 'y';
  at: number;
  from: number;
  to: number;
}

export interface Aligned {
  /** How far it goes to be level. */
  dx: number;
  dy: number;
  guides: readonly Guide[];
}

/** With more neighbours than this, lines would be everywhere. */
export const MOST_NEIGHBOURS = 300;

const NONE: Aligned = { dx: 0, dy: 0, guides: [] };

/** Where a rect goes to be level with neighbours, edge to edge or centre to centre, if one is no further than `reach`. */
export function aligned(moving: Rect, neighbours: readonly Rect[], reach: number): Aligned {
  if (neighbours.length === 0 || neighbours.length > MOST_NEIGHBOURS) return NONE;
  const x = nearest(marks(moving.x, moving.width), neighbours.map((rect) => marks(rect.x, rect.width)), reach);
  const y = nearest(marks(moving.y, moving.height), neighbours.map((rect) => marks(rect.y, rect.height)), reach);
  const at: Rect = { ...moving, x: moving.x + (x ?? 0), y: moving.y + (y ?? 0) };
  return {
    dx: x ?? 0, dy: y ?? 0,
    guides: [...(x === null ? [] : linesOf('x', at, neighbours)), ...(y === null ? [] : linesOf('y', at, neighbours))],
  };
}

type Marks = readonly [number, number, number];

function marks(from: number, size: number): Marks {
  return [from, from + size / 2, from + size];
}

/** The least way by which an edge comes to an edge, or the centre to a centre; null where none is near. */
function nearest(mine: Marks, all: readonly Marks[], reach: number): number | null {
  let best: number | null = null;
  for (const its of all) {
    for (const way of [its[0] - mine[0], its[2] - mine[2], its[1] - mine[1], its[2] - mine[0], its[0] - mine[2]]) {
      if (Math.abs(way) <= reach && (best === null || Math.abs(way) < Math.abs(best))) best = way;
    }
  }
  return best;
}

/** One line for each place at which it is level now, as long as all that stand on it. */
function linesOf(axis: 'x' | 'y', moving: Rect, neighbours: readonly Rect[]): Guide[] {
  const [along, size, across, length] = axis === 'x' ? (['x', 'width', 'y', 'height'] as const) : (['y', 'height', 'x', 'width'] as const);
  const found = new Map<number, Guide>();
  const mine = marks(moving[along], moving[size]);
  for (const rect of neighbours) {
    const its = marks(rect[along], rect[size]);
    mine.forEach((at, which) => {
      const isLevel = its.some((mark, other) => Math.abs(mark - at) < 0.01 && (which === 1) === (other === 1));
      if (!isLevel) return;
      const line = found.get(at) ?? { axis, at, from: moving[across], to: moving[across] + moving[length] };
      found.set(at, { ...line, from: Math.min(line.from, rect[across]), to: Math.max(line.to, rect[across] + rect[length]) });
    });
  }
  return [...found.values()];
}
