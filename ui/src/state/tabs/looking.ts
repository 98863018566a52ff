/** Graphs that can only be looked at: a run's with how it went, and earlier versions. Each has a tab, and an address. */
import { ApiError, ask } from '../../api/http';
import { useEditor } from '../editor';
import { readDocument, type GraphDocument } from '../graph/document';
import { go, hashOf, isSameSource, type Source } from '../route';
import { follow } from '../run/session';
import { activate, openDocument, openGraph, saveNow, show } from '../saving/saver';
import { toast } from '../toasts';
import { sentenceOf } from '../../words/refusal';
import { addTab, swapTo, useTabs } from './tabs';

let turns = 0;

/** Show it, in the tab that has it already or in one of its own. Where it cannot be had, what it is of is shown, and why. */
export async function lookAt(source: Source): Promise<void> {
  if (isSameSource(useEditor.getState().readOnly, source)) return;
  const turn = (turns += 1);
  const there = useTabs.getState().tabs.find((tab) => isSameSource(tab.source, source));
  try {
    if (there) return await activate(there.id, false);
    const doc = await load(source);
    if (turn !== turns) return; // another one was wanted meanwhile
    void saveNow();
    swapTo(addTab(null, doc.name ?? '', undefined, source));
    show({ doc, open: { file: null, revision: null } }, source);
    if (source.of === 'run') follow(source.run, doc);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast({ tone: 'error', text: (t) => sentenceOf(t, error) });
    // Back must not lead here again
    location.replace(source.of === 'run' ? hashOf({ view: 'runs', id: source.run }) : hashOf({ view: 'canvas', id: source.file }));
  }
}

/** A graph of its own with what is in front, which can be changed. Of a run, that run is followed on. */
export async function openCopy(): Promise<void> {
  const { root, readOnly } = useEditor.getState();
  if (!readOnly) return;
  await openDocument(root);
  if (readOnly.of === 'run') follow(readOnly.run, root);
}

/** Make the version in front what its graph is now, as one step that can be undone. Throws ApiError. */
export async function restoreVersion(): Promise<void> {
  const { root, readOnly } = useEditor.getState();
  if (readOnly?.of !== 'version') return;
  await openGraph(readOnly.file);
  useEditor.getState().changeRoot('version', () => root);
}

/** The graph that an earlier version is of. */
export function leaveVersion(): void {
  const { readOnly } = useEditor.getState();
  if (readOnly?.of === 'version') go({ view: 'canvas', id: readOnly.file });
}

async function load(source: Source): Promise<GraphDocument> {
  const path = source.of === 'run'
    ? `/api/runs/${encodeURIComponent(source.run)}/graph`
    : `/api/graph/${encodeURIComponent(source.file)}/versions/${source.revision}`;
  const doc = readDocument(await ask<unknown>('GET', path));
  if (!doc) throw new ApiError(200, { code: 'not_a_graph', params: { file: source.of === 'run' ? source.run : source.file }, text: '' });
  return doc;
}
