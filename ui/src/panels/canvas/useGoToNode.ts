import { useCallback } from 'react';
import { useEditor } from '../../state/editor';
import { isSamePath } from '../../state/graph/subgraph/level';
import type { Place } from '../../state/graph/subgraph/places';
import { useCamera } from './camera';

/** Brings a node of the document into sight and selects it, on another level too. */
export function useGoToNode(): (place: Place) => void {
  const camera = useCamera();
  return useCallback(
    ({ path, node }) => {
      const editor = useEditor.getState();
      const isElsewhere = !isSamePath(path, editor.path);
      if (isElsewhere) editor.goTo(path);
      if (!useEditor.getState().doc.nodes.some((one) => one.id === node)) return;
      editor.selectWires([]);
      editor.select([node]);
      const show = (): void => camera.show([node]);
      // another level fits itself into sight first
      if (isElsewhere) requestAnimationFrame(() => requestAnimationFrame(show));
      else show();
    },
    [camera],
  );
}
