/** What a press can do about a problem. */
import { useEditor } from '../editor';
import { loose, withoutLoose } from '../graph/looseWires';
import { repeated, withOwnIds } from '../graph/ownIds';
import { toast } from '../toasts';
import type { Problem } from './problems';

export type Remedy = 'own_ids' | 'drop_wires';

const REPEATED = new Set(['duplicate_node_id', 'duplicate_flattened_id']);

/** The remedy of a problem of the graph in front; null where there is none, or where nothing may be changed. */
export function remedyOf({ code }: Pick<Problem, 'code'>): Remedy | null {
  const { root, readOnly } = useEditor.getState();
  if (readOnly !== null) return null;
  if (REPEATED.has(code) && repeated(root) > 0) return 'own_ids';
  return code === 'edge_dangling' && loose(root) > 0 ? 'drop_wires' : null;
}

/** One step of undo. Says what it has done, with a way back. */
export function give(remedy: Remedy): void {
  const [count, change] = remedy === 'own_ids' ? [repeated(useEditor.getState().root), withOwnIds] : [loose(useEditor.getState().root), withoutLoose];
  useEditor.getState().changeRoot(remedy, change);
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
