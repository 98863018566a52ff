import { create } from 'zustand';

/** The number that is pulled at, by the id of its field: shown there, and the graph's when the pointer lets go. */
export const useScrub = create<{ id: string | null; value: number }>(() => ({ id: null, value: 0 }));
