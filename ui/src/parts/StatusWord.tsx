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
  const known = status in ICONS ? (status as keyof typeof ICONS) : null;
  const Sign = known ? ICONS[known] : IconClock;
  return (
    <span className="status-word" data-status={status}>
      <Sign size={14} aria-hidden className={status === 'running' ? 'turning' : undefined} />
      {known ? t(`run_status.${known}`) : status}
    </span>
  );
}
