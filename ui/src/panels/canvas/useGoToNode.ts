import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { useEditor } from '../../state/editor';
import { isSamePath } from '../../state/graph/subgraph/level';
import type { Place } from '../../state/graph/subgraph/places';

/** Brings a node of the document into sight and selects it, on another level too. */
export function useGoToNode(): (place: Place) => void {
  const flow = useReactFlow();
  return useCallback(
    ({ path, node }) => {
      const editor = useEditor.getState();
      const isElsewhere = !isSamePath(path, editor.path);
      if (isElsewhere) editor.goTo(path);
      if (!useEditor.getState().doc.nodes.some((one) => one.id === node)) return;
      editor.selectWires([]);
      editor.select([node]);
      const show = (): void => void flow.fitView({ nodes: [{ id: node }], maxZoom: 1, duration: 120 });
      // another level fits itself into sight first
      if (isElsewhere) requestAnimationFrame(() => requestAnimationFrame(show));
      else show();
    },
    [flow],
  );
}
