import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onDesktop } from '../../api/desktop';
import { useQueue } from '../../api/queue';
import type { Run } from '../../api/types.gen';
import { useFaults } from '../../state/faults';
import { lookAround, onEnd, tellEnds } from '../../state/live/ends';
import { kindOf } from '../../state/notify/gather';
import { go } from '../../state/route';
import { note, type Toast } from '../../state/toasts';

const TONES: Record<string, Toast['tone']> = { succeeded: 'done', failed: 'error' };

/** Puts every run that ends while the window is open into the list of notices. */
export function useEndedRuns(): void {
  const { data, dataUpdatedAt } = useQueue();
  const client = useQueryClient();
  useEffect(() => onDesktop((told) => void (told.kind === 'runs' && client.invalidateQueries({ queryKey: ['queue'] }))), [client]);
  useEffect(() => onEnd(tell), []);
  // besides what the server tells: a run that has left the queue has ended, and while it cannot tell there is only this
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!data) return;
    const now = new Set([...data.running, ...data.waiting]);
    tellEnds([...before.current].filter((id) => !now.has(id)), null);
    before.current = now;
  }, [data]);
  const isBlocked = useFaults(({ faults }) => faults.socket_blocked !== undefined);
  useEffect(() => {
    if (isBlocked && dataUpdatedAt > 0) void lookAround();
  }, [isBlocked, dataUpdatedAt]);
  const isFull = useFaults(({ faults }) => faults.disk_full !== undefined);
  useEffect(() => {
    if (isFull) notifier((module) => module.tellDisk());
  }, [isFull]);
}

/** Also when the disk is full: the two that a person who looks elsewhere may have to know. */
function notifier(tell: (module: typeof import('../../state/notify/notify')) => void): void {
  import('../../state/notify/notify').then(tell, () => undefined); // a server that has gone cannot send it
}

function tell(run: Run): void {
  const { id } = run;
  notifier((module) => module.tellEnded(run));
  note({
    about: id,
    tone: TONES[run.status] ?? 'plain',
    kind: kindOf(run.status),
    text: (t) => t('notice.ended', { name: run.name ?? (run.graph_name || id.slice(0, 8)), status: t(`run_status.${run.status}` as 'run_status.succeeded', run.status) }),
    action: { label: (t) => t('notice.open_run'), run: () => go({ view: 'runs', id, tab: 'log' }) },
  });
}
