import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useWantedSetting } from '../../state/settings/wanted';
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
  const line = useRef<HTMLDivElement>(null);
  const [isWanted, leave] = useWanted(id, line);
  return (
    <div ref={line} className="settings-row" data-wanted={isWanted || undefined} onBlur={leave} data-testid={`setting-${id}`}>
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

/** Brings the row into sight and the focus to its control when it is the one that was asked for; marked until it is left. */
function useWanted(id: string, line: RefObject<HTMLDivElement | null>): [boolean, () => void] {
  const wanted = useWantedSetting((state) => state.name);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (wanted !== id) return;
    // where something was looked for before, its results go first
    const frame = requestAnimationFrame(() => {
      useWantedSetting.setState({ name: null });
      const control = document.getElementById(`set-${id}`);
      const target = control && !control.matches(':disabled') ? control : line.current;
      if (target === line.current) target?.setAttribute('tabindex', '-1');
      line.current?.scrollIntoView({ block: 'center' });
      target?.focus({ preventScroll: true });
      setWanted(true);
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, id, line]);
  return [isWanted, () => setWanted(false)];
}
