import { useMemo, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { prefixOf } from '../../state/graph/subgraph/places';
import { usePresets } from '../../state/presets';
import { LevelPrefix } from '../../state/run/nodeState';

/** Tells what is in it how the server calls the nodes of the level on show. */
export function LevelScope({ children }: { children: ReactNode }): ReactNode {
  const root = useEditor((state) => state.root);
  const path = useEditor((state) => state.path);
  const shelf = usePresets((state) => state.shelf);
  const { flat, path: joined } = prefixOf(root, path, shelf);
  const prefix = useMemo(() => ({ flat, path: joined }), [flat, joined]);
  return <LevelPrefix value={prefix}>{children}</LevelPrefix>;
}
