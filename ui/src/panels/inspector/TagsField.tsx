import { IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import type { GraphDocument } from '../../state/graph/document';
import { useTranslation } from '../../words/words';

/** Tags of a graph, and most letters of one. */
const MOST = 32;
const LETTERS = 64;

/** Words that a graph goes by; they lie in the document's `ui`, which is the window's. */
export function TagsField(): ReactNode {
  const { t } = useTranslation();
  const tags = useEditor((state) => tagsOf(state.root));
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const next = typed.trim();
    setTyped('');
    if (next && tags.length < MOST && !tags.includes(next)) setTags([...tags, next]);
  };
  return (
    <div className="stacked">
      <label htmlFor="graph-tags">{t('inspect.tags')}</label>
      <div className="field tags-field">
        {tags.map((tag) => (
          <span className="badge" key={tag}>
            {tag}
            <button type="button" className="untag" aria-label={t('run.untag', { tag })} onClick={() => setTags(tags.filter((one) => one !== tag))}>
              <IconX size={12} aria-hidden />
            </button>
          </span>
        ))}
        <input
          id="graph-tags"
          value={typed}
          maxLength={LETTERS}
          placeholder={tags.length === 0 ? t('inspect.add_tag') : ''}
          autoComplete="off"
          data-testid="graph-tags"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter' || event.key === ',') {
              event.preventDefault();
              add();
            } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
              setTags(tags.slice(0, -1));
            }
          }}
        />
      </div>
    </div>
  );
}

const NONE: readonly string[] = [];

function tagsOf(doc: GraphDocument): readonly string[] {
  const tags = doc.ui?.['tags'];
  return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? (tags as string[]) : NONE;
}

function setTags(tags: readonly string[]): void {
  useEditor.getState().changeRoot('graph', (root) => ({ ...root, ui: { ...root.ui, tags } }));
}
