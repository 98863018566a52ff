/** Which run's outputs the Inspector shows, and how far it is. */
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { ask } from '../../api/http';
import { useRunsOf } from '../../api/outputs';
import type { Run } from '../../api/types.gen';
import { useEditor } from '../../state/editor';
import { useInspect } from '../../state/outputs/inspect';
import { LevelPrefix, stateOf } from '../../state/run/nodeState';
import { useSession } from '../../state/run/session';
import { useGraphKey } from '../../state/runs/useGraphKey';
import { language } from '../../words/language';

export interface ShownRun {
  /** null while no run of this graph is known. */
  id: string | null;
  /** Another text whenever there may be more to read. */
  stage: string;
  isActive: boolean;
  /** Runs to choose from, newest first: those that recorded outputs, and the one that is followed. */
  runs: readonly Run[];
}

const GOES_ON: ReadonlySet<string> = new Set(['queued', 'running']);

/** The run whose graph is looked at; else the run that was picked, else the one that the canvas follows, else the newest that recorded. node: whose outputs. */
export function useShownRun(node: string | null): ShownRun {
  const graph = useGraphKey();
  const only = useEditor(({ readOnly }) => (readOnly?.of === 'run' ? readOnly.run : null));
  const picked = useInspect((state) => state.run);
  const followed = useSession((state) => state.picture?.runId ?? null);
  const phase = useSession((state) => state.picture?.phase ?? '');
  const prefix = useContext(LevelPrefix);
  const status = useSession((state) => (node === null ? '' : (stateOf(state.picture, prefix, node.slice(prefix.flat.length))?.status ?? '')));
  const others = useRunsOf(graph, `${followed}.${phase}`).filter((run) => run.options['record_outputs'] === true || run.id === followed);
  // a graph that is only looked at has no file that runs would be found by
  const { data: looked } = useQuery({
    queryKey: ['run', only ?? '', language()],
    queryFn: ({ signal }) => ask<Run>('GET', `/api/runs/${encodeURIComponent(only ?? '')}`, { signal }),
    enabled: only !== null,
    retry: 0,
  });
  const runs = only === null ? others : looked ? [looked] : [];
  const id = only ?? picked ?? followed ?? runs[0]?.id ?? null;
  const isFollowed = id !== null && id === followed;
  return { id, runs, stage: isFollowed ? `${phase}.${status}` : '', isActive: isFollowed && GOES_ON.has(phase) };
}
