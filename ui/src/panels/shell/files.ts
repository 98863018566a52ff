/** Graphs as files of this computer: given out. */
import { giveOut } from '../../state/desktop/files';
import { useEditor } from '../../state/editor';
import { forDisk } from '../../state/graph/known';

/** The document as a file without its secrets. */
export async function download(): Promise<void> {
  const { root: doc } = useEditor.getState();
  const text = `${JSON.stringify(forDisk(doc), null, 2)}\n`;
  await giveOut(`${doc.name || 'graph'}.json`, text);
}
