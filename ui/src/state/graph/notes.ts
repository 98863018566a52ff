/** Notes: texts on the canvas, bound to a node or free. */
import { freeId, NOTE, type GraphDocument, type GraphNode } from './document';
import type { Colour } from './frames';
import { rounded, type Point } from './rect';

export const NOTE_SIZE = { width: 220, height: 96 };

export function isNote(node: Pick<GraphNode, 'type'>): boolean {
  return node.type === NOTE;
}

/** Put a note somewhere; answers its id too. */
export function addNote(doc: GraphDocument, at: Point): [GraphDocument, string] {
  const id = freeId('note', new Set(doc.nodes.map((node) => node.id)));
  const data = {
    params: {}, noteKind: 'text', noteContent: '', noteColor: 'yellow', noteWidth: NOTE_SIZE.width, noteHeight: NOTE_SIZE.height,
  };
  return [{ ...doc, nodes: [...doc.nodes, { id, type: NOTE, position: rounded(at), data }] }, id];
}

/** The key of a note's text that is read in a language: notes of templates have one in Chinese, too. */
export function textKey(node: GraphNode, language: string): 'noteContent' | 'noteContent_zh_TW' {
  return language === 'zh-TW' && typeof node.data?.['noteContent_zh_TW'] === 'string' ? 'noteContent_zh_TW' : 'noteContent';
}

export function textOf(node: GraphNode, language: string): string {
  const text = node.data?.[textKey(node, language)];
  return typeof text === 'string' ? text : '';
}

export interface NoteChange {
  noteContent?: string;
  noteContent_zh_TW?: string;
  noteColor?: Colour;
  noteWidth?: number;
  noteHeight?: number;
}

/** Change what a note holds. */
export function setNote(doc: GraphDocument, id: string, set: NoteChange): GraphDocument {
  const node = doc.nodes.find((one) => one.id === id);
  if (!node || !isNote(node) || Object.entries(set).every(([key, value]) => node.data?.[key] === value)) return doc;
  return { ...doc, nodes: doc.nodes.map((one) => (one === node ? { ...one, data: { ...one.data, ...set } } : one)) };
}

/** The node that a note goes along with; null for a free one. */
export function boundTo(node: GraphNode): string | null {
  const id = isNote(node) ? node.data?.['boundToNodeId'] : null;
  return typeof id === 'string' && id ? id : null;
}
