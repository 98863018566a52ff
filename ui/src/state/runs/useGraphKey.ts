import { useMemo } from 'react';
import { useEditor } from '../editor';
import { useTabs } from '../tabs/tabs';
import { graphKey, type GraphKey } from './belongs';

/** How runs know the graph in front. */
export function useGraphKey(): GraphKey {
  const file = useEditor((state) => state.open.file);
  const name = useEditor((state) => state.root.name);
  const tab = useTabs((state) => state.active);
  return useMemo(() => graphKey(file, tab, name), [file, tab, name]);
}
