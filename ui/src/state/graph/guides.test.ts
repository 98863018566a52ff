import { describe, expect, it } from 'vitest';
import { aligned, MOST_NEIGHBOURS } from './guides';

const rect = (x: number, y: number, width = 100, height = 40) => ({ x, y, width, height });

describe('what is moved', () => {
  it('goes to the nearest edge or centre within reach, on both axes', () => {
    expect(aligned(rect(103, 197), [rect(100, 0), rect(400, 200)], 4)).toMatchObject({ dx: -3, dy: 3 });
    // centres: 150 beside 152
    expect(aligned(rect(100, 500), [rect(132, 0, 40, 40)], 4)).toMatchObject({ dx: 2, dy: 0 });
    // its right edge to the left one of the other
    expect(aligned(rect(98, 500), [rect(200, 0, 300, 40)], 4)).toMatchObject({ dx: 2 });
  });

  it('stays where nothing is near, or where there is too much', () => {
    expect(aligned(rect(105, 500), [rect(100, 0)], 4)).toEqual({ dx: 0, dy: 0, guides: [] });
    expect(aligned(rect(101, 1), Array.from({ length: MOST_NEIGHBOURS + 1 }, () => rect(100, 0)), 4)).toEqual({ dx: 0, dy: 0, guides: [] });
    expect(aligned(rect(101, 1), [], 4)).toEqual({ dx: 0, dy: 0, guides: [] });
  });

  it('has a line as long as all that stand on it', () => {
    const { guides } = aligned(rect(103, 300), [rect(100, 0, 60), rect(100, 600, 60)], 4);
    expect(guides).toEqual([{ axis: 'x', at: 100, from: 0, to: 640 }]);
  });
});
