import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../words/words';

interface Props {
  id: string;
  label: string;
  help: string;
  /** More lines below the help: what it waits for, who has set it, what is wrong with it. */
  notes?: ReactNode;
  /** Back to the default; null where it is the default. */
  reset: (() => void) | null;
  children: ReactNode;
}

/** One setting: what it is on the left, its control on the right. The label names the control, the help describes it. */
export function Row({ id, label, help, notes, reset, children }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="settings-row" data-testid={`setting-${id}`}>
      <div className="settings-text">
        <label htmlFor={`set-${id}`}>{label}</label>
        <p id={`about-${id}`} className="dim">{help}</p>
        {notes}
      </div>
      <div className="settings-control">
        {children}
        {reset ? (
          <button type="button" className="btn icon small" aria-label={`${t('settings.reset')}: ${label}`} title={t('settings.reset')} onClick={reset} data-testid={`setting-${id}-reset`}>
            <IconArrowBackUp size={14} aria-hidden />
          </button>
        ) : <span className="settings-noreset" />}
      </div>
    </div>
  );
}
