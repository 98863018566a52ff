import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { useEditor } from '../../state/editor';
import { addNode, freeAt } from '../../state/graph/edits';
import { used } from '../../state/palette/kept';

/** Adds a node in the middle of what is seen of the canvas, a step beside the one that was added there before. */
export function useAdd(): (type: string) => void {
  const flow = useReactFlow();
  return useCallback((type) => {
    const canvas = document.querySelector('.canvas')?.getBoundingClientRect();
    const middle = canvas ? { x: canvas.x + canvas.width / 2 - 88, y: canvas.y + canvas.height / 2 - 60 } : { x: 0, y: 0 };
    const editor = useEditor.getState();
    const at = freeAt(editor.doc, flow.screenToFlowPosition(middle));
    let added = '';
    editor.change('add', (doc) => {
      const [next, id] = addNode(doc, type, at);
      added = id;
      return next;
    });
    editor.select([added]);
    used(type);
  }, [flow]);
}
