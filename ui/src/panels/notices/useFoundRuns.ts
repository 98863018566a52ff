import { useEffect } from 'react';
import { useQueue } from '../../api/queue';
import { useConnection } from '../../state/connection';
import { useEditor } from '../../state/editor';
import { activeRunOf } from '../../state/run/found';
import { isBusy, resume, useSession } from '../../state/run/session';
import { graphKey } from '../../state/runs/belongs';
import { front } from '../../state/tabs/tabs';

/** Follows what another window runs of the graph in front: looked for when a graph comes to the front, and with every change of the queue. */
export function useFoundRuns(): void {
  const isUp = useConnection((state) => state.link === 'up');
  const file = useEditor((state) => (state.readOnly ? null : state.open.file));
  const loads = useEditor((state) => state.loads);
  const { data } = useQueue();
  const queue = data ? [...data.running, ...data.waiting].join() : '';
  useEffect(() => {
    if (isUp && file !== null && queue !== '') void find(file);
  }, [isUp, file, loads, queue]);
}

async function find(file: string): Promise<void> {
  if (isBusy(useSession.getState())) return;
  const run = await activeRunOf(graphKey(file, front()));
  const { open, readOnly } = useEditor.getState();
  const session = useSession.getState();
  // a run tells its end a moment before its row has it
  const isNews = run !== null && run !== session.picture?.runId;
  if (isNews && !isBusy(session) && readOnly === null && open.file === file) resume(run);
}
