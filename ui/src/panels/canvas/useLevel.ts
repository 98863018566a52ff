import { useReactFlow, type Viewport } from '@xyflow/react';
import { useEffect } from 'react';
import { useEditor } from '../../state/editor';
import { cardAt } from '../../state/graph/subgraph/level';
import { presetOf } from '../../state/graph/subgraph/preset';
import { usePresets } from '../../state/presets';

interface Level {
  /** It is the inside of a card. */
  isInside: boolean;
  /** Nothing but values can be changed, as in the inside of one card of a preset; or nothing at all. */
  isFixed: boolean;
}

/** Where each level was left; it outlives the canvas, which goes while the list is on show. */
const views = new Map<string, Viewport>();

/** How the level on show was seen last; for what makes the canvas anew, so that it need not be drawn twice. */
export function viewLeft(): Viewport | undefined {
  const { loads, path } = useEditor.getState();
  return views.get(`${loads}/${path.join('/')}`);
}

/** The level on show; each is seen as it was left, and one that is new as `open` shows it. */
export function useLevel(open: () => void): Level {
  const flow = useReactFlow();
  const path = useEditor((state) => state.path);
  const loads = useEditor((state) => state.loads);
  const key = `${loads}/${path.join('/')}`;
  useEffect(() => {
    const before = views.get(key);
    // a frame later, when its nodes are known
    let isSeen = false;
    let due = requestAnimationFrame(() => {
      isSeen = true;
      if (before) void flow.setViewport(before, { duration: 0 });
      // beside a graph that is only looked at there is no palette: the canvas has its new width a frame later
      else if (useEditor.getState().readOnly) due = requestAnimationFrame(open);
      else open();
    });
    return () => {
      cancelAnimationFrame(due);
      if (isSeen) views.set(key, flow.getViewport());
    };
  }, [key, flow, open]);
  return useLevelOnShow();
}

/** The level on show, for what has no viewport. */
export function useLevelOnShow(): Level {
  const path = useEditor((state) => state.path);
  const isPreset = useEditor(({ root, path: at }) => {
    const card = at.length > 0 ? cardAt(root, at, usePresets.getState().shelf) : undefined;
    return card !== undefined && presetOf(card) !== null;
  });
  const scope = useEditor((state) => state.scope);
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  return { isInside: path.length > 0, isFixed: isReadOnly || (isPreset && scope === 'card') };
}
