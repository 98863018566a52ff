/** How large a PNG says that it is. Pure. */

/** Pixels of a picture that the page decodes by itself; of a larger one the server makes a smaller one. */
const MOST_PIXELS = 4_000_000;

const IHDR_END = 24;

/** The picture in base64 can be shown as it is: a few kilobytes may stand for a hundred megapixels. */
export function isSmallPng(data: string): boolean {
  let head: string;
  try {
    head = atob(data.slice(0, (IHDR_END / 3) * 4));
  } catch {
    return false;
  }
  if (head.length < IHDR_END || !head.startsWith('\x89PNG')) return false;
  const number = (at: number): number => [0, 1, 2, 3].reduce((all, byte) => all * 256 + head.charCodeAt(at + byte), 0);
  const pixels = number(16) * number(20);
  return pixels > 0 && pixels <= MOST_PIXELS;
}
