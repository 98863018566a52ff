/** Graphs as files of this computer: taken in, and given out. */
import { useEditor } from '../../state/editor';
import { readGraph } from '../../state/graph/file';
import { forDisk } from '../../state/graph/known';
import { openDocument } from '../../state/saving/saver';

/** Open the graph that a file holds; says why where it holds none. */
export async function openFile(file: File): Promise<void> {
  const doc = await readGraph(file);
  if (doc) await openDocument(doc);
}

/** The document as a file without its secrets, by a link that the browser follows. */
export function download(): void {
  const { root: doc } = useEditor.getState();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(forDisk(doc), null, 2)}\n`], { type: 'application/json' }));
  link.download = `${doc.name || 'graph'}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
