import { IconPencil } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Run } from '../../api/types.gen';
import { useNeedsServer } from '../../parts/needsServer';
import { useTranslation } from '../../words/words';
import { nameOf } from '../runs/cells';

/** What the run is called; a press lets one call it something else, or by its graph again. */
export function RunName({ run, rename }: { run: Run; rename: (name: string | null) => void }): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const needs = useNeedsServer(t('run.rename'));
  const begin = (): void => setTyped(run.name ?? '');
  if (typed === null) {
    return (
      <>
        <h1 className="cut" onDoubleClick={() => needs.disabled || begin()}>{nameOf(run)}</h1>
        <button type="button" className="btn icon small" aria-label={t('run.rename')} {...needs} onClick={begin} data-testid="run-rename">
          <IconPencil size={14} aria-hidden />
        </button>
      </>
    );
  }
  return (
    <div className="field name-field">
      <h1 className="unseen">{nameOf(run)}</h1>
      <input
        autoFocus
        value={typed}
        maxLength={200}
        placeholder={run.graph_name}
        aria-label={t('run.rename')}
        data-testid="run-name"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename(typed.trim() || null);
          if (event.key === 'Enter' || event.key === 'Escape') setTyped(null);
        }}
      />
    </div>
  );
}
