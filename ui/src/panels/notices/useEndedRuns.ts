import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onDesktop } from '../../api/desktop';
import { ask } from '../../api/http';
import { useQueue } from '../../api/queue';
import type { Run } from '../../api/types.gen';
import { useFaults } from '../../state/faults';
import { kindOf } from '../../state/notify/gather';
import { go } from '../../state/route';
import { note, type Toast } from '../../state/toasts';

const TONES: Record<string, Toast['tone']> = { succeeded: 'done', failed: 'error' };

/** Puts every run that ends while the window is open into the list of notices. */
export function useEndedRuns(): void {
  const { data } = useQueue();
  const client = useQueryClient();
  useEffect(() => onDesktop((told) => void (told.kind === 'runs' && client.invalidateQueries({ queryKey: ['queue'] }))), [client]);
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!data) return;
    const now = new Set([...data.running, ...data.waiting]);
    for (const id of before.current) if (!now.has(id)) void tell(id);
    before.current = now;
  }, [data]);
  const isFull = useFaults(({ faults }) => faults.disk_full !== undefined);
  useEffect(() => {
    if (isFull) notifier((module) => module.tellDisk());
  }, [isFull]);
}

/** Also when the disk is full: the two that a person who looks elsewhere may have to know. */
function notifier(tell: (module: typeof import('../../state/notify/notify')) => void): void {
  import('../../state/notify/notify').then(tell, () => undefined); // a server that has gone cannot send it
}

async function tell(id: string): Promise<void> {
  let run: Run;
  try {
    run = await ask<Run>('GET', `/api/runs/${encodeURIComponent(id)}`);
  } catch {
    return; // deleted meanwhile
  }
  if (run.active) return;
  notifier((module) => module.tellEnded(run));
  note({
    tone: TONES[run.status] ?? 'plain',
    kind: kindOf(run.status),
    text: (t) => t('notice.ended', { name: run.name ?? (run.graph_name || id.slice(0, 8)), status: t(`run_status.${run.status}` as 'run_status.succeeded', run.status) }),
    action: { label: (t) => t('notice.open_run'), run: () => go({ view: 'runs', id, tab: 'log' }) },
  });
}
