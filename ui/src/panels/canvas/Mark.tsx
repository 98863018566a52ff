import { IconCheck, IconClock, IconExclamationCircle, IconLoader2, IconPlayerPause, IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The sign of a node's status; none for one that has not run. */
export function Mark({ status }: { status: string }): ReactNode {
  switch (status) {
    case 'running':
      return <IconLoader2 className="mark turning" size={14} aria-hidden />;
    case 'completed':
      return <IconCheck className="mark" size={14} aria-hidden />;
    case 'cached':
      return <IconStack2 className="mark" size={14} aria-hidden />;
    case 'error':
      return <IconExclamationCircle className="mark" size={14} aria-hidden />;
    case 'interrupted':
      return <IconPlayerPause className="mark" size={14} aria-hidden />;
    case 'waiting':
      return <IconClock className="mark" size={14} aria-hidden />;
    default:
      return null;
  }
}
