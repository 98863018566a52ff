/** Graphs in files of this computer. */
import { toast } from '../toasts';
import { readDocument, type GraphDocument } from './document';

/** No graph is larger. */
export const MOST_BYTES = 50 * 1024 * 1024;

/** The graph in a file; null, and a word why, for what is none. */
export async function readGraph(file: File): Promise<GraphDocument | null> {
  const { name } = file;
  const refuse = (key: 'too_large' | 'no_json' | 'no_graph'): null => {
    toast({ tone: 'error', text: (t) => t(`file.${key}`, { name }) });
    return null;
  };
  if (file.size > MOST_BYTES) return refuse('too_large');
  let value: unknown;
  try {
    value = JSON.parse(await file.text());
  } catch {
    return refuse('no_json');
  }
  const doc = readDocument(value);
  return doc ? { ...doc, name: doc.name || name.replace(/\.json$/i, '') } : refuse('no_graph');
}
