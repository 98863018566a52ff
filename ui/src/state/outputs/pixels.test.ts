import { expect, it } from 'vitest';
import { isSmallPng } from './pixels';

const png = (width: number, height: number): string => {
  const bytes = [0x89, ...[...'PNG\r\n\x1a\n'].map((one) => one.charCodeAt(0)), 0, 0, 0, 13, ...[...'IHDR'].map((one) => one.charCodeAt(0))];
  for (const size of [width, height]) bytes.push(...[24, 16, 8, 0].map((bits) => (size >>> bits) & 255));
  return btoa(String.fromCharCode(...bytes, 8, 2, 0, 0, 0));
};

it('a picture is decoded by the page only when its head says that it is small', () => {
  expect([png(640, 480), png(2000, 2000), png(2001, 2000), png(10_000, 10_000), png(0, 5), 'no base64!', '', btoa('GIF89a and so on, and on and on')].map(isSmallPng))
    .toEqual([true, true, false, false, false, false, false, false]);
});
