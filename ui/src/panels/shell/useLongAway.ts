import { useEffect, useState } from 'react';
import { useConnection } from '../../state/connection';
import { ticksMs } from '../../state/ticks';

/** Milliseconds that a server may be away before the window says so: a restart of its socket is no news. */
const QUIET = 1000;

/** Whether the server has been away for so long that it is worth a word. */
export function useLongAway(): boolean {
  const { link, downSinceMs } = useConnection();
  const [, look] = useState(0);
  const left = downSinceMs === null ? null : downSinceMs + QUIET - ticksMs();
  useEffect(() => {
    if (left === null || left <= 0) return;
    const timer = setTimeout(() => look((times) => times + 1), left);
    return () => clearTimeout(timer);
  }, [left]);
  return link !== 'up' && left !== null && left <= 0;
}
