import { IconBell, IconBellOff, IconCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { Floating } from '../../parts/Floating';
import type { Kind } from '../../state/notify/gather';
import { setSetting, setting, useSetting } from '../../state/settings/settings';
import { markRead, toast, useToasts, type Toast } from '../../state/toasts';
import { language } from '../../words/language';
import { useReasons } from '../../words/reasons';
import { useTranslation } from '../../words/words';

const SIGNS = { plain: IconInfoCircle, done: IconCheck, error: IconExclamationCircle };

/** How many notices there are, and the list of them: all answers of this visit, and what happened by itself. */
export function NoticeBell(): ReactNode {
  const { t } = useTranslation();
  const { past, unread } = useToasts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const set = (next: boolean): void => {
    setOpen(next);
    markRead();
  };
  return (
    <>
      <button
        ref={button} type="button" className="word" data-testid="notices" data-count={unread} aria-haspopup="dialog" aria-expanded={isOpen}
        aria-label={t('notice.open', { count: unread })} title={t('notice.list')} onClick={() => set(!isOpen)}
      >
        <IconBell size={13} aria-hidden />
        <span className={unread > 0 ? 'unread' : undefined}>{unread}</span>
      </button>
      {isOpen && (
        <Floating button={button} label={t('notice.list')} testId="notice-list" className="notice-list" width={360} isAtEnd close={() => set(false)}>
          <div className="head">
            <h2>{t('notice.list')}</h2>
            <span className="grow" />
            {past.length > 0 && (
              <button type="button" className="btn small bare" onClick={() => useToasts.setState({ past: [] })}>{t('notice.clear')}</button>
            )}
          </div>
          {past.length === 0 && <p className="dim none">{t('notice.none')}</p>}
          <ul>
            {past.map((one) => <Row key={one.id} notice={one} close={() => set(false)} />)}
          </ul>
        </Floating>
      )}
    </>
  );
}

function Row({ notice, close }: { notice: Toast; close: () => void }): ReactNode {
  const { t } = useTranslation();
  useReasons((state) => state.sentences); // what is said comes later than the language
  const Sign = SIGNS[notice.tone];
  return (
    <li data-status={notice.tone}>
      <Sign size={16} aria-hidden />
      <span className="text">{notice.text(t)}</span>
      {notice.action && (
        <button
          type="button" className="btn small"
          onClick={() => {
            close();
            notice.action?.run();
          }}
        >
          {notice.action.label(t)}
        </button>
      )}
      {notice.kind && <Mute kind={notice.kind} />}
      <time className="dim cap" dateTime={new Date(notice.at).toISOString()}>
        {new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(notice.at)}
      </time>
    </li>
  );
}

/** Lets the system tell no more of such; the list goes on to have them. */
function Mute({ kind }: { kind: Kind }): ReactNode {
  const { t } = useTranslation();
  const muted = useSetting('muted');
  const isOn = useSetting('notify');
  if (!isOn || muted.includes(kind)) return null;
  const mute = (): void => {
    setSetting('muted', [...muted, kind]);
    toast({
      text: (t) => t('tell.muted', { kind: t(`settings.mute.${kind}`) }),
      action: { label: (t) => t('tell.undo'), run: () => setSetting('muted', setting('muted').filter((one) => one !== kind)) },
    });
  };
  const label = t('tell.mute', { kind: t(`settings.mute.${kind}`) });
  return <button type="button" className="btn icon small" aria-label={label} title={label} onClick={mute} data-testid={`notice-mute-${kind}`}><IconBellOff size={14} aria-hidden /></button>;
}
