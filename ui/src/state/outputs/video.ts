/** What a port says of a video that its node has written. Pure. */

export interface Video {
  address: string;
  /** A format that browsers show as a picture. */
  isPicture: boolean;
  width: number | null;
  height: number | null;
  frames: number | null;
  fps: number | null;
  bytes: number | null;
}

const MEDIA = '/api/media/';
const MOVING: ReadonlySet<string> = new Set(['gif', 'webp', 'apng']);

/** null for what names no file among this server's media: nothing is fetched from anywhere else. */
export function videoOf(value: unknown): Video | null {
  if (typeof value !== 'object' || value === null) return null;
  const { url, path, format, ...rest } = value as Record<string, unknown>;
  const isOwn = typeof url === 'string' && url.startsWith(MEDIA) && !url.split('/').includes('..');
  const isRelative = typeof path === 'string' && path !== '' && !/^([/\\]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes('..');
  const address = isOwn ? url : isRelative ? MEDIA + path.split(/[/\\]/).map(encodeURIComponent).join('/') : null;
  if (address === null) return null;
  const kind = typeof format === 'string' ? format : (/\.(\w+)$/.exec(address)?.[1] ?? '');
  const number = (key: string): number | null => {
    const found = rest[key];
    return typeof found === 'number' && found > 0 ? found : null;
  };
  return {
    address, isPicture: MOVING.has(kind.toLowerCase()), width: number('width'), height: number('height'), frames: number('frames'), fps: number('fps'), bytes: number('bytes'),
  };
}
