/**
 * How a tensor of any shape is laid out on a plane, and which numbers of it one look fetches. Pure.
 *
 * The last two axes are rows and columns, the ones before them are led through by indices. A look fetches at most CELLS
 * numbers whatever the tensor's size: what does not fit is stepped over, and looking closer makes the steps smaller.
 */

export const CELLS = 4096;
const SIDE = 64;

export interface Plane {
  rows: number;
  cols: number;
  /** Sizes of the axes before the last two. */
  lead: readonly number[];
  /** One axis only: it is drawn folded, line below line. */
  isLine: boolean;
}

/** A part of a plane, in its own elements. */
export interface View {
  row: number;
  rows: number;
  col: number;
  cols: number;
}

/** How a view is stepped through: `counts` cells of `steps` elements each. */
export interface Raster {
  rowStep: number;
  colStep: number;
  rowCount: number;
  colCount: number;
}

export function planeOf(shape: readonly number[]): Plane {
  if (shape.length < 2) return { rows: 1, cols: shape[0] ?? 1, lead: [], isLine: shape.length === 1 };
  return { rows: shape.at(-2)!, cols: shape.at(-1)!, lead: shape.slice(0, -2), isLine: false };
}

/** All of a plane. */
export function wholeOf(plane: Plane): View {
  return { row: 0, rows: plane.rows, col: 0, cols: plane.cols };
}

/** Steps that keep a view within CELLS; a side that is short leaves its room to the other one. */
export function rasterOf(view: View): Raster {
  const colRoom = Math.max(SIDE, Math.floor(CELLS / Math.max(1, view.rows)));
  const colStep = Math.max(1, Math.ceil(view.cols / colRoom));
  const colCount = Math.ceil(view.cols / colStep);
  const rowRoom = Math.max(1, Math.floor(CELLS / Math.max(1, colCount)));
  const rowStep = Math.max(1, Math.ceil(view.rows / rowRoom));
  return { rowStep, colStep, rowCount: Math.ceil(view.rows / rowStep), colCount };
}

/** Whether a view leaves numbers out. */
export function isCoarse({ rowStep, colStep }: Raster): boolean {
  return rowStep > 1 || colStep > 1;
}

/** The slice to ask for: `12, 0, 0:28, 0:28`. lead: one index for each leading axis. */
export function sliceOf(shape: readonly number[], lead: readonly number[], view: View): string {
  if (shape.length === 0) return '';
  const { rowStep, colStep } = rasterOf(view);
  const cols = range(view.col, view.cols, colStep);
  return shape.length === 1 ? cols : [...lead.map(String), range(view.row, view.rows, rowStep), cols].join(', ');
}

function range(from: number, count: number, step: number): string {
  return `${from}:${from + count}${step > 1 ? `:${step}` : ''}`;
}

/** Where a cell lies in the tensor: `[12, 0, 11, 13]`. */
export function placeOf(shape: readonly number[], lead: readonly number[], view: View, row: number, col: number): string {
  const { rowStep, colStep } = rasterOf(view);
  const last = view.col + col * colStep;
  if (shape.length === 0) return '[]';
  return shape.length === 1 ? `[${last}]` : `[${[...lead, view.row + row * rowStep, last].join(', ')}]`;
}

/** Half the size, about a cell, which stays under the pointer; a view that is as close as can be stays. */
export function closer(plane: Plane, view: View, row: number, col: number): View {
  return scaled(plane, view, row, col, 0.5);
}

/** Twice the size, at most all. */
export function wider(plane: Plane, view: View, row: number, col: number): View {
  return scaled(plane, view, row, col, 2);
}

function scaled(plane: Plane, view: View, row: number, col: number, factor: number): View {
  const { rowStep, colStep, rowCount, colCount } = rasterOf(view);
  const down = axis(view.row, view.rows, plane.rows, row / rowCount, rowStep, factor);
  const across = axis(view.col, view.cols, plane.cols, col / colCount, colStep, factor);
  return { row: down.from, rows: down.count, col: across.from, cols: across.count };
}

/** share: where within the view the fixed point lies, 0 to 1. Sides with nothing left out do not shrink below SIDE / 8. */
function axis(from: number, count: number, all: number, share: number, step: number, factor: number): { from: number; count: number } {
  const least = Math.min(all, step > 1 ? SIDE : SIDE / 8);
  const next = Math.min(all, Math.max(Math.min(least, count), Math.round(count * factor)));
  const fixed = from + share * count;
  return { from: clamp(Math.round(fixed - share * next), 0, all - next), count: next };
}

/** The view moved by so many cells, within the plane. */
export function moved(plane: Plane, view: View, rows: number, cols: number): View {
  const { rowStep, colStep } = rasterOf(view);
  return {
    ...view,
    row: clamp(view.row + rows * rowStep, 0, plane.rows - view.rows),
    col: clamp(view.col + cols * colStep, 0, plane.cols - view.cols),
  };
}

/** Cells in one line of a folded plane. */
export function foldOf(count: number): number {
  return count <= 16 ? Math.max(1, count) : Math.ceil(Math.sqrt(count));
}

/** Indices that still lie within another tensor's leading axes. */
export function fitted(lead: readonly number[], plane: Plane): number[] {
  return plane.lead.map((size, at) => clamp(lead[at] ?? 0, 0, Math.max(0, size - 1)));
}

/** Letters of leading axes as people call them: a batch, then channels. */
export function axisName(at: number, count: number, dims: number): string {
  if (dims === 4) return ['N', 'C'][at]!;
  return count === 1 ? 'N' : `D${at}`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
