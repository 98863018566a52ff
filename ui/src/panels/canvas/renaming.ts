/** Which node, frame or note is being written in on the canvas itself. */
import { create } from 'zustand';
import { mayEdit } from './editable';

interface Renaming {
  id: string | null;
  begin: (id: string) => void;
  end: () => void;
}

export const useRenaming = create<Renaming>((set) => ({
  id: null,
  begin: (id) => {
    if (mayEdit()) set({ id });
  },
  end: () => set({ id: null }),
}));
