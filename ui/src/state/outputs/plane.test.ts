import { describe, expect, it } from 'vitest';
import { axisName, CELLS, closer, fitted, foldOf, isCoarse, moved, placeOf, planeOf, rasterOf, sliceOf, wholeOf, wider, type View } from './plane';

const IMAGES = [64, 1, 28, 28];

describe('a tensor on a plane', () => {
  it('has its last two axes as rows and columns, the others lead', () => {
    expect(planeOf(IMAGES)).toEqual({ rows: 28, cols: 28, lead: [64, 1], isLine: false });
    expect(planeOf([7])).toEqual({ rows: 1, cols: 7, lead: [], isLine: true });
    expect(planeOf([])).toEqual({ rows: 1, cols: 1, lead: [], isLine: false });
  });

  it('asks for the plane that the indices lead to', () => {
    expect(sliceOf(IMAGES, [12, 0], wholeOf(planeOf(IMAGES)))).toBe('12, 0, 0:28, 0:28');
    expect(sliceOf([9], [], wholeOf(planeOf([9])))).toBe('0:9');
    expect(sliceOf([], [], wholeOf(planeOf([])))).toBe('');
  });

  it('names the place of a cell in the tensor, steps and all', () => {
    const view = wholeOf(planeOf([640, 640]));
    expect(rasterOf(view)).toEqual({ rowStep: 10, colStep: 10, rowCount: 64, colCount: 64 });
    expect(placeOf([640, 640], [], view, 3, 5)).toBe('[30, 50]');
    expect(placeOf(IMAGES, [12, 0], wholeOf(planeOf(IMAGES)), 11, 13)).toBe('[12, 0, 11, 13]');
    expect(placeOf([9], [], wholeOf(planeOf([9])), 0, 4)).toBe('[4]');
  });

  it('never fetches more than CELLS numbers, and nothing twice', () => {
    for (const shape of [[1, 1], [1, 1e9], [1e9, 1], [23_170, 23_170], [64, 65], [3, 100_000], [4097], [1e12], [63, 66], [5, 819], [5, 820]]) {
      const plane = planeOf(shape);
      const { rowStep, colStep, rowCount, colCount } = rasterOf(wholeOf(plane));
      expect(rowCount * colCount, String(shape)).toBeLessThanOrEqual(CELLS);
      expect((rowCount - 1) * rowStep, String(shape)).toBeLessThan(plane.rows);
      expect((colCount - 1) * colStep, String(shape)).toBeLessThan(plane.cols);
    }
  });

  it('gives the room of a short side to the long one', () => {
    expect(rasterOf(wholeOf(planeOf([4, 1000])))).toEqual({ rowStep: 1, colStep: 1, rowCount: 4, colCount: 1000 });
    expect(isCoarse(rasterOf(wholeOf(planeOf([4, 1000]))))).toBe(false);
    expect(isCoarse(rasterOf(wholeOf(planeOf([4, 1025]))))).toBe(true);
  });

  it('looks closer about a cell until every number is seen, and back out to all', () => {
    const plane = planeOf([10_000, 10_000]);
    let view: View = wholeOf(plane);
    for (let times = 0; times < 12; times += 1) {
      const { rowCount, colCount } = rasterOf(view);
      view = closer(plane, view, rowCount - 1, colCount - 1);
      expect([view.row + view.rows, view.col + view.cols].every((end) => end <= 10_000)).toBe(true);
    }
    expect(isCoarse(rasterOf(view))).toBe(false);
    expect([view.rows, view.cols]).toEqual([8, 8]);
    expect(view.row).toBeGreaterThan(9_800);
    for (let times = 0; times < 12; times += 1) view = wider(plane, view, 0, 0);
    expect(view).toEqual(wholeOf(plane));
  });

  it('moves within the plane', () => {
    const plane = planeOf([100, 100]);
    const view = { row: 10, rows: 8, col: 10, cols: 8 };
    expect(moved(plane, view, -3, 2)).toEqual({ row: 7, rows: 8, col: 12, cols: 8 });
    expect(moved(plane, view, -30, 200)).toEqual({ row: 0, rows: 8, col: 92, cols: 8 });
  });

  it('folds a line into about a square, a short one not at all', () => {
    expect([foldOf(0), foldOf(16), foldOf(64), foldOf(1000)]).toEqual([1, 16, 8, 32]);
  });

  it('keeps indices that another tensor has too', () => {
    expect(fitted([12, 5], planeOf([4, 8, 2, 2]))).toEqual([3, 5]);
    expect(fitted([], planeOf([4, 0, 2, 2]))).toEqual([0, 0]);
  });

  it('calls axes as people do', () => {
    expect([axisName(0, 2, 4), axisName(1, 2, 4), axisName(0, 1, 3), axisName(2, 3, 5)]).toEqual(['N', 'C', 'N', 'D2']);
  });
});
