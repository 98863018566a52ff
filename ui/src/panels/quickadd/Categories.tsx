import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { NodeRow } from '../../state/graph/catalog';
import { categoryName } from '../../words/category';
import { useTranslation } from '../../words/words';

interface Props {
  /** What was found in every category. */
  rows: readonly NodeRow[];
  /** null for all of them. */
  chosen: string | null;
  choose: (category: string | null) => void;
  /** To the field. */
  back: () => void;
}

/** The categories of what was found: one stop of Tab, arrows between them; choosing one leads back to typing. */
export function Categories({ rows, chosen, choose, back }: Props): ReactNode {
  const { t } = useTranslation();
  const line = useRef<HTMLDivElement>(null);
  // the chosen one stays, though nothing of it may be found: it says why, and can be given up
  const names = [...new Set([...(chosen === null ? [] : [chosen]), ...rows.map((row) => row.category)])].sort(
    (one, other) => categoryName(one).localeCompare(categoryName(other)),
  );
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const all = [...(line.current?.querySelectorAll('button') ?? [])];
      const next = all[(all.indexOf(document.activeElement as HTMLButtonElement) + step + all.length) % all.length];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (event.key === 'Tab') back();
    else return;
    event.preventDefault();
  };
  return (
    <div className="of-kinds" role="group" aria-label={t('quick.categories')} ref={line} onKeyDown={press}>
      {[null, ...names].map((name) => (
        <button
          key={name ?? ''} type="button" aria-pressed={name === chosen} tabIndex={name === chosen ? 0 : -1} data-testid={`quick-add-category-${name ?? 'all'}`}
          onClick={() => {
            choose(name);
            back();
          }}
        >
          {name === null ? t('quick.all') : categoryName(name)}
        </button>
      ))}
    </div>
  );
}
