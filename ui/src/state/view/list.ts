/** The list view of a graph: which row has the focus, what is open, what is being typed. */
import { create } from 'zustand';
import type { PortRow } from '../graph/outline';

interface List {
  /** The key of the row that has the focus; null for the first one. */
  focus: string | null;
  /** Ids of nodes whose parts are shown. */
  open: ReadonlySet<string>;
  /** The key of the row whose name or value is being changed. */
  editing: string | null;
  /** The port for which the other end of a wire is being looked for. */
  connecting: PortRow | null;
  isAdding: boolean;
  filter: string;
  /** The last thing done, for a reader of screens. */
  said: string;
}

export const useList = create<List>(() => ({
  focus: null, open: new Set(), editing: null, connecting: null, isAdding: false, filter: '', said: '',
}));

/** Show the parts of a node, or hide them. */
export function setOpen(id: string, isOpen: boolean): void {
  useList.setState(({ open }) => {
    const next = new Set(open);
    if (isOpen) next.add(id);
    else next.delete(id);
    return { open: next };
  });
}
