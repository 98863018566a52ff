import { IconClock, IconCpu, IconLoader2, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useVersion } from '../../api/queries';
import { useDevices, useIsThere, useQueue } from '../../api/queue';
import { memoryWord } from '../../state/memory';
import { hashOf } from '../../state/route';
import { perform } from '../../state/commands/commands';
import { useLive } from '../../state/live/pace';
import { useSession } from '../../state/run/session';
import { language, setLanguage } from '../../words/language';
import { useTranslation } from '../../words/words';
import { NoticeBell } from '../notices/NoticeBell';
import { TrayButton } from '../tray/TrayButton';
import { SaveState } from './SaveState';

/** Milliseconds: a window that has just been opened is not told yet. */
const LASTS_MS = 3000;

/** One line at the foot: what is saved, what runs and waits, the device, notices, the language, the version. */
export function StatusBar(): ReactNode {
  const { t } = useTranslation();
  const phase = useSession((state) => state.picture?.phase);
  const version = useVersion().data?.version;
  return (
    <footer className="status" aria-label={t('status.label')}>
      <SaveState />
      {phase && (phase === 'failed'
        ? (
          <button type="button" className="word" title={t('told.show_failed')} onClick={() => perform('run.show_failed')} data-testid="run-phase" data-status={phase}>
            {t('run_status.failed')}
          </button>
        )
        : <span data-testid="run-phase" data-status={phase}>{t(`run_status.${phase}`)}</span>)}
      <Counts />
      <NotLive />
      <TrayButton />
      <Device />
      <span className="grow" />
      <NoticeBell />
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

/** How many runs execute and wait, here and from elsewhere; nothing while there are none. */
function Counts(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQueue();
  if (!data) return null;
  const { running, waiting, paused } = data;
  return (
    <>
      {running.length > 0 && (
        <a href={hashOf({ view: 'runs' })} className="count running" data-testid="status-running" data-count={running.length}>
          <IconLoader2 size={12} aria-hidden />{t('status.running', { count: running.length })}
        </a>
      )}
      {(waiting.length > 0 || paused) && (
        <a href={hashOf({ view: 'runs' })} className="count" data-testid="status-waiting" data-count={waiting.length}>
          <IconClock size={12} aria-hidden />{paused ? t('status.paused', { count: waiting.length }) : t('status.waiting', { count: waiting.length })}
        </a>
      )}
    </>
  );
}

/** Says that changes of runs are not told by the server, once that has lasted. */
function NotLive(): ReactNode {
  const { t } = useTranslation();
  const isTold = useLive((state) => state.isTold);
  const isThere = useIsThere();
  const isOff = isThere && !isTold;
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    setLasted(false);
    if (!isOff) return;
    const timer = setTimeout(() => setLasted(true), LASTS_MS);
    return () => clearTimeout(timer);
  }, [isOff]);
  if (!isOff || !hasLasted) return null;
  return <span className="save" title={t('live.why')} data-testid="status-not-live"><IconRefresh size={12} aria-hidden />{t('live.asking')}</span>;
}

/** What a run gets when it asks for no device; of a card also how full it is, by whatever program. */
function Device(): ReactNode {
  const { t, i18n } = useTranslation();
  const { data } = useDevices();
  const found = data?.devices.find((one) => one.value === data.default);
  if (!data || !found) return null;
  const memory = memoryWord(found, i18n.language);
  const about = `${t('status.device')}: ${found.label}${found.detail ? `, ${found.detail}` : ''}`;
  return (
    <span className="save" title={memory ? `${about}. ${t('status.memory', { memory })}` : about} data-testid="status-device">
      <IconCpu size={12} aria-hidden />{data.default}
      {memory && <span className="memory" data-testid="status-memory">{memory}</span>}
    </span>
  );
}
