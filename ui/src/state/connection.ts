/** Whether the server is there, as the socket sees it. */
import { create } from 'zustand';
import { ticksMs } from './ticks';

/** `connecting` is the first try of all; after it there is only up and away, however often it is tried again. */
export type Link = 'connecting' | 'up' | 'away';

interface Connection {
  link: Link;
  /** Since when it has not been there, milliseconds of `ticksMs`; null while it is. */
  downSinceMs: number | null;
  setLink: (link: Link) => void;
}

export const useConnection = create<Connection>((set, get) => ({
  link: 'connecting',
  downSinceMs: ticksMs(),
  setLink: (link) => {
    const { link: before, downSinceMs } = get();
    if (link === before || link === 'connecting') return;
    set({ link, downSinceMs: link === 'up' ? null : (downSinceMs ?? ticksMs()) });
  },
}));
