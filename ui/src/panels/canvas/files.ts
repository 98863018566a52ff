/** Files that are dropped on the canvas, or pasted: a graph opens, a data file is uploaded and gets the node that reads it. */
import { ApiError } from '../../api/http';
import { upload, type Shelf } from '../../api/stored';
import { useEditor } from '../../state/editor';
import { addNode, setParam } from '../../state/graph/edits';
import type { Point } from '../../state/graph/rect';
import { readGraph } from '../../state/graph/file';
import { openDocument } from '../../state/saving/saver';
import { toast } from '../../state/toasts';
import { sentenceOf } from '../../words/refusal';
import { sayReadOnly } from './editable';
import { here } from './here';

interface Reader {
  route: Shelf;
  type: string;
}

const READERS: readonly [RegExp, Reader][] = [
  [/\.(?:csv|tsv)$/i, { route: 'files', type: 'CSVReader' }],
  [/\.txt$/i, { route: 'files', type: 'FileReader' }],
  [/\.(?:png|jpe?g|bmp|webp|gif|tiff)$/i, { route: 'images', type: 'ImageReader' }],
  [/\.ckpt$/i, { route: 'models', type: 'CheckpointLoader' }],
  [/\.(?:pt|pth|safetensors|bin)$/i, { route: 'models', type: 'ModelLoader' }],
];

/** What reads a file of this name; null for one that nothing here reads. */
export function readerOf(name: string): Reader | null {
  return READERS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Take files in; whatever cannot be gets a sentence of its own. at: where nodes go, in the level's pixels. */
export async function dropFiles(files: readonly File[], at: Point): Promise<void> {
  let place = at;
  for (const file of files) {
    const reader = readerOf(file.name);
    if (/\.json$/i.test(file.name)) {
      const doc = await readGraph(file);
      if (doc) await openDocument(doc);
    } else if (useEditor.getState().readOnly) {
      sayReadOnly();
    } else if (!reader || !here.catalog.byName.has(reader.type)) {
      toast({ tone: 'error', text: (t) => t('editing.file_unknown', { name: file.name }) });
    } else if (await load(file, reader, place)) {
      place = { x: place.x + 24, y: place.y + 24 };
    }
  }
}

async function load(file: File, { route, type }: Reader, at: Point): Promise<boolean> {
  const before = useEditor.getState().loads;
  try {
    const name = await upload(file, route);
    if (useEditor.getState().loads !== before) return false; // another graph was opened meanwhile
    let added = '';
    useEditor.getState().change('add', (doc) => {
      const [next, id] = addNode(doc, type, at);
      added = id;
      return setParam(next, id, 'path', name);
    });
    useEditor.getState().select([added]);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast({ tone: 'error', text: (t) => sentenceOf(t, error) });
    return false;
  }
}
