import type { ReactNode } from 'react';
import { useVersion } from '../../api/queries';
import { useSession } from '../../state/run/session';
import { language, setLanguage } from '../../words/language';
import { useTranslation } from '../../words/words';
import { SaveState } from './SaveState';

/** One line at the foot: what is saved, what runs, the language, the version. */
export function StatusBar(): ReactNode {
  const { t } = useTranslation();
  const phase = useSession((state) => state.picture?.phase);
  const version = useVersion().data?.version;
  return (
    <footer className="status" aria-label={t('status.label')}>
      <SaveState />
      {phase && (
        <span data-testid="run-phase" data-status={phase}>
          {t(`run_status.${phase}`)}
        </span>
      )}
      <span className="grow" />
      <button
        type="button"
        className="word"
        onClick={() => setLanguage(language() === 'en' ? 'zh-TW' : 'en')}
        aria-label={`${language() === 'en' ? 'EN' : '中'} · ${t('language.choose')}`}
        title={t('language.choose')}
        data-testid="language"
      >
        {language() === 'en' ? 'EN' : '中'}
      </button>
      {version && <span>v{version}</span>}
    </footer>
  );
}
