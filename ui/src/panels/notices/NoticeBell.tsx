import { Popover } from '@mantine/core';
import { IconBell, IconCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { markRead, useToasts, type Toast } from '../../state/toasts';
import { language } from '../../words/language';
import { useTranslation } from '../../words/words';

const SIGNS = { plain: IconInfoCircle, done: IconCheck, error: IconExclamationCircle };

/** How many notices there are, and the list of them: all answers of this visit, and what happened by itself. */
export function NoticeBell(): ReactNode {
  const { t } = useTranslation();
  const { past, unread } = useToasts();
  const [isOpen, setOpen] = useState(false);
  const set = (next: boolean): void => {
    setOpen(next);
    markRead();
  };
  return (
    <Popover opened={isOpen} onChange={set} position="top-end" width={360} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <button
          type="button" className="word" data-testid="notices" data-count={unread} aria-expanded={isOpen}
          aria-label={t('notice.open', { count: unread })} title={t('notice.list')} onClick={() => set(!isOpen)}
        >
          <IconBell size={13} aria-hidden />
          <span className={unread > 0 ? 'unread' : undefined}>{unread}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className="notice-list" data-testid="notice-list" aria-label={t('notice.list')}>
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
      </Popover.Dropdown>
    </Popover>
  );
}

function Row({ notice, close }: { notice: Toast; close: () => void }): ReactNode {
  const { t } = useTranslation();
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
      <time className="dim cap" dateTime={new Date(notice.at).toISOString()}>
        {new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(notice.at)}
      </time>
    </li>
  );
}
