import { describe, expect, it } from 'vitest';
import { colourAt, heightsOf, joined, pixelsOf, wantsLog, type Rgb } from './heat';

const STOPS: Rgb[] = [[0, 0, 0], [100, 0, 0], [200, 100, 0]];

describe('colours', () => {
  it('lie between the stops and stay at the ends', () => {
    expect([colourAt(0, STOPS), colourAt(0.25, STOPS), colourAt(0.75, STOPS), colourAt(1, STOPS), colourAt(-3, STOPS), colourAt(9, STOPS)])
      .toEqual([[0, 0, 0], [50, 0, 0], [150, 50, 0], [200, 100, 0], [0, 0, 0], [200, 100, 0]]);
  });

  it('are pixels; what is no number has its own, and equal values the middle', () => {
    expect([...pixelsOf(Float64Array.from([0, 10, Number.NaN]), 0, 10, STOPS, [9, 9, 9])]).toEqual([0, 0, 0, 255, 200, 100, 0, 255, 9, 9, 9, 255]);
    expect([...pixelsOf(Float64Array.from([5]), 5, 5, STOPS, [9, 9, 9])]).toEqual([100, 0, 0, 255]);
  });
});

describe('bars', () => {
  it('are as high as their counts, by logarithm too', () => {
    expect(heightsOf([0, 5, 10], false)).toEqual([0, 0.5, 1]);
    expect(heightsOf([0, 9, 99], true).map((height) => Math.round(height * 100))).toEqual([0, 50, 100]);
    expect(heightsOf([0, 0], false)).toEqual([0, 0]);
  });

  it('want a logarithm only where counts are far apart', () => expect([wantsLog([1, 51]), wantsLog([1, 50]), wantsLog([0, 51]), wantsLog([])]).toEqual([true, false, false, false]));

  it('are joined in pairs and lose nothing', () => {
    expect(joined([1, 2, 3, 4, 5], 3)).toEqual([3, 7, 5]);
    expect(joined(Array.from({ length: 64 }, () => 1), 32)).toEqual(Array.from({ length: 32 }, () => 2));
  });
});
