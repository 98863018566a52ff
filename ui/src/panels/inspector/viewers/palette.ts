/** The heat colours of the theme in force, as numbers. */
import type { Rgb } from '../../../state/outputs/heat';

const STOPS = ['--heat0', '--heat1', '--heat2', '--heat3', '--heat4'];
const NONE = '--fail';

/** As they are where an element stands. */
export function paletteOf(element: HTMLElement): { stops: readonly Rgb[]; none: Rgb } {
  const style = getComputedStyle(element);
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true })!;
  const read = (token: string): Rgb => {
    // whatever way a token names its colour, a drawn pixel has it in numbers
    pen.fillStyle = style.getPropertyValue(token).trim();
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
    return [red!, green!, blue!];
  };
  return { stops: STOPS.map(read), none: read(NONE) };
}
