/** A small grid of a tensor as pixels. */
import { pixelsOf } from '../../state/outputs/heat';
import { extent } from '../../state/outputs/numbers';
import type { GridPreview } from '../../state/outputs/preview';
import { paletteOf } from '../inspector/viewers/palette';

/** Planes side by side, all on one scale. */
export function drawTiles(canvas: HTMLCanvasElement, { tiles, rows, cols }: GridPreview, values: Float64Array): void {
  const pen = canvas.getContext('2d');
  const scale = extent(values);
  if (!pen || !scale || values.length < tiles * rows * cols) return;
  const { stops, none } = paletteOf(canvas);
  canvas.width = tiles * cols;
  canvas.height = rows;
  for (let tile = 0; tile < tiles; tile += 1) {
    const pixels = pixelsOf(values.subarray(tile * rows * cols, (tile + 1) * rows * cols), ...scale, stops, none);
    pen.putImageData(new ImageData(pixels, cols, rows), tile * cols, 0);
  }
}
