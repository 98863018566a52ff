import type { ReactNode } from 'react';
import { TagsInput } from '../../parts/TagsInput';
import { useEditor } from '../../state/editor';
import type { GraphDocument } from '../../state/graph/document';

/** Words that a graph goes by; they lie in the document's `ui`, which is the window's. */
export function TagsField(): ReactNode {
  const tags = useEditor((state) => tagsOf(state.root));
  return <TagsInput id="graph-tags" tags={tags} set={setTags} />;
}

const NONE: readonly string[] = [];

function tagsOf(doc: GraphDocument): readonly string[] {
  const tags = doc.ui?.['tags'];
  return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? (tags as string[]) : NONE;
}

function setTags(tags: readonly string[]): void {
  useEditor.getState().changeRoot('graph', (root) => ({ ...root, ui: { ...root.ui, tags } }));
}
