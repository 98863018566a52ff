import {
  IconCheck, IconClock, IconLineDashed, IconLoader2, IconPlayerStopFilled, IconPlugConnectedX, IconX, type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../words/words';
import './status.css';

const ICONS = {
  queued: IconClock, running: IconLoader2, succeeded: IconCheck, failed: IconX, cancelled: IconPlayerStopFilled,
  interrupted: IconLineDashed, disconnected: IconPlugConnectedX,
} satisfies Record<string, Icon>;

/** How a run stands: an icon and a word in one colour, so that neither alone has to carry it. */
export function StatusWord({ status }: { status: string }): ReactNode {
  const { t } = useTranslation();
  return <StatusMark status={status} word={isKnown(status) ? t(`run_status.${status}`) : status} />;
}

/** The same with the word given: a long list asks for its words once, not in every row. */
export function StatusMark({ status, word }: { status: string; word: string }): ReactNode {
  const Sign = isKnown(status) ? ICONS[status] : IconClock;
  return (
    <span className="status-word" data-status={status}>
      <Sign size={14} aria-hidden className={status === 'running' ? 'turning' : undefined} />
      {word}
    </span>
  );
}

function isKnown(status: string): status is keyof typeof ICONS {
  return status in ICONS;
}
