/** What of a node the Inspector shows: kept while one goes from node to node. */
import { create } from 'zustand';

export const NODE_TABS = ['params', 'ports', 'outputs', 'backward'] as const;
export type NodeTab = (typeof NODE_TABS)[number];

interface Inspect {
  tab: NodeTab;
  /** Whose outputs are shown: a run that was picked, or null for the one that is followed, else the newest. */
  run: string | null;
  show: (tab: NodeTab) => void;
  pick: (run: string | null) => void;
}

export const useInspect = create<Inspect>((set) => ({
  tab: 'params',
  run: null,
  show: (tab) => set({ tab }),
  pick: (run) => set({ run }),
}));
