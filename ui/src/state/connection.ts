/** Whether the server is there, as the socket sees it. */
import { create } from 'zustand';

export type Link = 'connecting' | 'up' | 'away';

interface Connection {
  link: Link;
  /** When the server went away, milliseconds of the epoch; null while it is there. */
  awaySinceMs: number | null;
  setLink: (link: Link) => void;
}

export const useConnection = create<Connection>((set, get) => ({
  link: 'connecting',
  awaySinceMs: null,
  setLink: (link) => {
    if (link === get().link) return;
    set({ link, awaySinceMs: link === 'away' ? Date.now() : null });
  },
}));
