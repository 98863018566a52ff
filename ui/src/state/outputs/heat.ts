/** Colours of numbers, and bars of a histogram. Pure: colours and numbers in, pixels and heights out. */

export type Rgb = readonly [number, number, number];

/** Pixels, row by row, of values between low and high. stops: colours from low to high. none: of what is no number. */
export function pixelsOf(values: Float64Array, low: number, high: number, stops: readonly Rgb[], none: Rgb): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(values.length * 4);
  const span = high - low;
  values.forEach((value, at) => {
    const [red, green, blue] = Number.isNaN(value) ? none : colourAt(span > 0 ? (value - low) / span : 0.5, stops);
    pixels.set([red, green, blue, 255], at * 4);
  });
  return pixels;
}

/** The colour at a share of the scale, 0 to 1; beyond its ends it stays. */
export function colourAt(share: number, stops: readonly Rgb[]): Rgb {
  const place = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const at = Math.min(stops.length - 2, Math.floor(place));
  const [from, to, part] = [stops[at]!, stops[at + 1]!, place - at];
  return [0, 1, 2].map((channel) => Math.round(from[channel]! + (to[channel]! - from[channel]!) * part)) as unknown as Rgb;
}

/** Heights of bars, 0 to 1. isLog: by the logarithm of the counts, so that rare values are seen beside common ones. */
export function heightsOf(counts: readonly number[], isLog: boolean): number[] {
  const scaled = counts.map((count) => (isLog ? Math.log1p(count) : count));
  const most = Math.max(...scaled, 0);
  return scaled.map((height) => (most > 0 ? height / most : 0));
}

/** Whether counts differ so much that only a logarithm shows the small ones. */
export function wantsLog(counts: readonly number[]): boolean {
  const some = counts.filter((count) => count > 0);
  return some.length > 1 && Math.max(...some) > 50 * Math.min(...some);
}

/** Pairs of neighbouring bins joined until there are at most `most`. */
export function joined(counts: readonly number[], most: number): number[] {
  let bins = [...counts];
  while (bins.length > most) bins = bins.reduce<number[]>((all, count, at) => (at % 2 === 0 ? [...all, count] : [...all.slice(0, -1), all.at(-1)! + count]), []);
  return bins;
}
