/** The document, history and selection of each tab. Must be made known before what saves and runs them. */
import { useEditor, type OpenGraph } from '../editor';
import { emptyDocument, type GraphDocument } from '../graph/document';
import { front, isFront, perTab, tellTab } from './tabs';

type Editor = ReturnType<typeof useEditor.getState>;
/** All of the editor but what it does. */
type Graph = { [K in keyof Editor as Editor[K] extends (...given: never[]) => unknown ? never : K]: Editor[K] };

const parked = perTab<Graph>({
  take: () => Object.fromEntries(Object.entries(useEditor.getState()).filter(([, value]) => typeof value !== 'function')) as Graph,
  give: (_, kept) => {
    if (kept) useEditor.setState(kept);
    else useEditor.getState().load(emptyDocument(''), { file: null, revision: null });
  },
});

/** The whole document of a tab, and what the server has of it; undefined where it was not loaded. */
export function graphOf(tab: string): { root: GraphDocument; open: OpenGraph } | undefined {
  return isFront(tab) ? useEditor.getState() : parked.of(tab);
}

/** The server has this document of the tab. */
export function markSaved(tab: string, saved: GraphDocument, open: OpenGraph): void {
  const kept = parked.of(tab);
  if (isFront(tab)) useEditor.getState().markSaved(saved, open);
  else if (kept) parked.put(tab, { ...kept, saved, open });
  tellTab(tab, { file: open.file });
}

/** Nothing has been put into the tab in front: another graph may take its place. */
export function isPristine(): boolean {
  const { root, open, history, readOnly } = useEditor.getState();
  return readOnly === null && open.file === null && root.nodes.length === 0 && root.edges.length === 0 && history.past.length === 0 && history.future.length === 0;
}

/** Keep the names of tabs right; once, when the program starts. */
export function watchNames(): () => void {
  return useEditor.subscribe(({ root, open }) => tellTab(front(), { name: root.name ?? '', file: open.file }));
}
