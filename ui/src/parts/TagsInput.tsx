import { IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../words/words';

/** Tags of one thing, and letters of a tag: as the server takes them. */
const MOST = 32;
const LETTERS = 64;

interface Props {
  /** Of the field, also for tests. */
  id: string;
  tags: readonly string[];
  set: (tags: readonly string[]) => void;
}

/** Words that something goes by: Enter or a comma adds one, Backspace takes the last away. */
export function TagsInput({ id, tags, set }: Props): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const next = typed.trim();
    setTyped('');
    if (next && tags.length < MOST && !tags.includes(next)) set([...tags, next]);
  };
  return (
    <div className="stacked">
      <label htmlFor={id}>{t('inspect.tags')}</label>
      <div className="field tags-field">
        {tags.map((tag) => (
          <span className="badge" key={tag}>
            {tag}
            <button type="button" className="untag" aria-label={t('run.untag', { tag })} onClick={() => set(tags.filter((one) => one !== tag))}>
              <IconX size={12} aria-hidden />
            </button>
          </span>
        ))}
        <input
          id={id} value={typed} maxLength={LETTERS} placeholder={tags.length === 0 ? t('inspect.add_tag') : ''} autoComplete="off" data-testid={id}
          onChange={(event) => setTyped(event.currentTarget.value)} onBlur={add}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey) return;
            if (event.key === 'Enter' || event.key === ',') {
              event.preventDefault();
              add();
            } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
              set(tags.slice(0, -1));
            }
          }}
        />
      </div>
    </div>
  );
}
