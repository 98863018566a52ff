import { useEffect, useRef } from 'react';
import { ask } from '../../api/http';
import { useQueue } from '../../api/queue';
import type { Run } from '../../api/types.gen';
import { go } from '../../state/route';
import { note, type Toast } from '../../state/toasts';

const TONES: Record<string, Toast['tone']> = { succeeded: 'done', failed: 'error' };

/** Puts every run that ends while the window is open into the list of notices. */
export function useEndedRuns(): void {
  const { data } = useQueue();
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!data) return;
    const now = new Set([...data.running, ...data.waiting]);
    for (const id of before.current) if (!now.has(id)) void tell(id);
    before.current = now;
  }, [data]);
}

async function tell(id: string): Promise<void> {
  let run: Run;
  try {
    run = await ask<Run>('GET', `/api/runs/${encodeURIComponent(id)}`);
  } catch {
    return; // deleted meanwhile
  }
  if (run.active) return;
  note({
    tone: TONES[run.status] ?? 'plain',
    text: (t) => t('notice.ended', { name: run.name ?? (run.graph_name || id.slice(0, 8)), status: t(`run_status.${run.status}` as 'run_status.succeeded', run.status) }),
    action: { label: (t) => t('notice.open_run'), run: () => go({ view: 'runs', id, tab: 'log' }) },
  });
}
