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
