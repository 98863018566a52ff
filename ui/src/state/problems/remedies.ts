/** What a press can do about a problem. */
import { useEditor } from '../editor';
import { repeated, withOwnIds } from '../graph/ownIds';
import { toast } from '../toasts';
import type { Problem } from './problems';

export type Remedy = 'own_ids';

const REPEATED = new Set(['duplicate_node_id', 'duplicate_flattened_id']);

/** The remedy of a problem of the graph in front; null where there is none, or where nothing may be changed. */
export function remedyOf({ code }: Pick<Problem, 'code'>): Remedy | null {
  const { root, readOnly } = useEditor.getState();
  return readOnly === null && REPEATED.has(code) && repeated(root) > 0 ? 'own_ids' : null;
}

/** One step of undo. Says what it has done, with a way back. */
export function give(remedy: Remedy): void {
  const count = repeated(useEditor.getState().root);
  useEditor.getState().changeRoot(remedy, withOwnIds);
  const after = useEditor.getState().root;
  toast({
    text: (t) => t(`remedy.${remedy}_done`, { count }),
    action: {
      label: (t) => t('edit.undo'),
      run: () => {
        if (useEditor.getState().root === after) useEditor.getState().undo();
      },
    },
  });
}
