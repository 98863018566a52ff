/** How much room the disk of the server's data folder has. */
import { create } from 'zustand';
import type { Values } from './settings/values';

const GIB = 2 ** 30;

/** null: nobody has said. */
export const useRoom = create<{ freeBytes: number | null }>(() => ({ freeBytes: null }));

/** Whether a person wants to hear of so little room. */
export function isLow(freeBytes: number | null, { disk_low_gib: low, muted }: Pick<Values, 'disk_low_gib' | 'muted'>): boolean {
  return freeBytes !== null && freeBytes < low * GIB && !muted.includes('disk_low');
}

/** As words: `1.4 GiB`. */
export function roomWord(freeBytes: number, language: string): string {
  const [size, unit] = freeBytes < GIB ? [freeBytes / 2 ** 20, 'MiB'] : [freeBytes / GIB, 'GiB'];
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: size < 10 ? 1 : 0 }).format(size)} ${unit}`;
}
