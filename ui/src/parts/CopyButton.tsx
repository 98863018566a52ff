import { useState, type ReactNode } from 'react';
import { useTranslation } from '../words/words';

/** Copies a text and says so; where a page may not write to the clipboard it shows the text, selected. */
export function CopyButton({ text, label, children }: { text: string | (() => string); label: string; children?: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const [state, setState] = useState<'ready' | 'done' | 'by_hand'>('ready');
  const content = (): string => (typeof text === 'string' ? text : text());
  const copy = (): void => {
    if (!navigator.clipboard) return setState('by_hand');
    navigator.clipboard.writeText(content()).then(() => setState('done'), () => setState('by_hand'));
  };
  if (state === 'by_hand') {
    return (
      <span className="field by-hand-field">
        <input readOnly value={content()} aria-label={label} autoFocus onFocus={(event) => event.currentTarget.select()} onBlur={() => setState('ready')} />
      </span>
    );
  }
  return (
    <button type="button" className="btn small" onClick={copy} onBlur={() => setState('ready')} data-testid="copy" data-done={state === 'done' || undefined}>
      {children}
      <span aria-live="polite">{state === 'done' ? t('viewer.copied') : label}</span>
    </button>
  );
}
