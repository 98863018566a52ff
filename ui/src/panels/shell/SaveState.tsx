import { IconCheck, IconCloudOff, IconExclamationCircle, IconLoader2, IconPointFilled } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { useSaving } from '../../state/saving/saver';
import { useSetting } from '../../state/settings/settings';
import { language } from '../../words/language';
import { sentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';

/** Whether what is seen is on the server. */
export function SaveState(): ReactNode {
  const { t } = useTranslation();
  const { phase, savedMs, refusal } = useSaving();
  const isBySelf = useSetting('autosave');
  const hasFile = useEditor((state) => state.open.file !== null && state.readOnly === null);
  const isAsLoaded = phase === 'clean' && savedMs === null;
  if (isAsLoaded && !hasFile) return null;
  return (
    <span data-testid="save-state" data-status={isAsLoaded ? 'loaded' : phase} title={refusal ? sentence(t, refusal) : undefined} className={`save ${phase}`}>
      {phase === 'clean' && <><IconCheck size={12} aria-hidden />{savedMs === null ? t('status.as_saved') : t('status.saved', { time: clock(savedMs) })}</>}
      {phase === 'dirty' && !isBySelf && <><IconPointFilled size={12} aria-hidden />{t('status.unsaved')}</>}
      {((phase === 'dirty' && isBySelf) || phase === 'saving') && <><IconLoader2 size={12} aria-hidden />{t('status.saving')}</>}
      {phase === 'away' && refusal?.code === 'server_away' && <><IconCloudOff size={12} aria-hidden />{t('status.kept_here')}</>}
      {(phase === 'conflict' || phase === 'refused' || (phase === 'away' && refusal?.code !== 'server_away')) && <><IconExclamationCircle size={12} aria-hidden />{t('status.unsaved')}</>}
    </span>
  );
}

function clock(ms: number): string {
  return new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(ms);
}
