/** Graphs in files of this computer. */
import { toast } from '../toasts';
import { lossesOf, readDocument, type GraphDocument } from './document';

/** No graph is larger. */
export const MOST_BYTES = 50 * 1024 * 1024;

/** The graph in a file; null, and a word why, for what is none. Says so where it holds only a part of what the file does. */
export async function readGraph(file: File): Promise<GraphDocument | null> {
  const { name } = file;
  const refuse = (key: 'too_large' | 'no_json' | 'no_graph' | 'comfyui'): null => {
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
  if (isComfyUI(value)) return refuse('comfyui');
  const doc = readDocument(value);
  if (!doc) return refuse('no_graph');
  sayLosses(name, value);
  return { ...doc, name: (typeof doc.name === 'string' && doc.name) || name.replace(/\.json$/i, '') };
}

/** Say how much of a document could not be read. Answers whether that was anything. */
export function sayLosses(name: string, value: unknown): boolean {
  const losses = lossesOf(value);
  if (losses.lost > 0) toast({ tone: 'error', text: (t) => t('file.partly', { name, ...losses }) });
  return losses.lost > 0;
}

/** A workflow of ComfyUI, as its window saves it or as its server takes it. */
export function isComfyUI(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { nodes, links, last_node_id: last } = value as Record<string, unknown>;
  if (Array.isArray(nodes)) return Array.isArray(links) && typeof last === 'number';
  const steps: unknown[] = Object.values(value);
  return steps.length > 0 && steps.every((step) => typeof (step as { class_type?: unknown } | null)?.class_type === 'string');
}
