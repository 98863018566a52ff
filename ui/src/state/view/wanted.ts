/** The node that is to be brought into sight, asked for from outside the canvas. */
import { create } from 'zustand';
import type { Place } from '../graph/subgraph/places';

export const useWanted = create<{ place: Place | null }>(() => ({ place: null }));
