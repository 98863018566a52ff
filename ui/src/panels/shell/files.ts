/** Graphs as files of this computer: given out. */
import { saveToDisk } from '../../state/desktop/files';
import { useEditor } from '../../state/editor';
import { forDisk } from '../../state/graph/known';

/** The document as a file without its secrets; in a browser by a link that it follows. */
export async function download(): Promise<void> {
  const { root: doc } = useEditor.getState();
  const text = `${JSON.stringify(forDisk(doc), null, 2)}\n`;
  const name = `${doc.name || 'graph'}.json`;
  if (await saveToDisk(name, text)) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
