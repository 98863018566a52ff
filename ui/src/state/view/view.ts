/** How the person looks at graphs: as a picture or a list, with a minimap or without; kept for the next visit. */
import { create } from 'zustand';

interface View {
  /** The list in place of the canvas. */
  isList: boolean;
  hasMiniMap: boolean;
  /** Nodes neither move nor are joined by the mouse. */
  isLocked: boolean;
  /** The window is too narrow to edit the picture: one looks at it, and edits in the list. */
  isNarrow: boolean;
}

const KEY = 'cdui.view';
const START: View = { isList: false, hasMiniMap: true, isLocked: false, isNarrow: false };

export const useView = create<View>(() => ({ ...START, ...kept() }));

/** The picture is on show and can only be looked at, whatever the graph is. */
export function isLookOnly({ isNarrow, isList }: View = useView.getState()): boolean {
  return isNarrow && !isList;
}

/** Turn one of them on or off. */
export function toggle(what: keyof View): void {
  useView.setState((view) => ({ [what]: !view[what] }));
  const { isList, hasMiniMap } = useView.getState();
  try {
    localStorage.setItem(KEY, JSON.stringify({ isList, hasMiniMap }));
  } catch {
    // a browser that keeps nothing: it holds for this visit
  }
}

function kept(): Partial<View> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { isList, hasMiniMap } = found as Partial<View>;
    return {
      ...(typeof isList === 'boolean' && { isList }),
      ...(typeof hasMiniMap === 'boolean' && { hasMiniMap }),
    };
  } catch {
    return {};
  }
}
