/** Which run's outputs the Inspector shows, and how far it is. */
import { useContext } from 'react';
import { useRunsOf } from '../../api/outputs';
import type { Run } from '../../api/types.gen';
import { useEditor } from '../../state/editor';
import { useInspect } from '../../state/outputs/inspect';
import { LevelPrefix, stateOf } from '../../state/run/nodeState';
import { useSession } from '../../state/run/session';
import { useGraphKey } from '../../state/runs/useGraphKey';

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
  const runs = useRunsOf(graph, `${followed}.${phase}`).filter((run) => (only === null ? run.options['record_outputs'] === true || run.id === followed : run.id === only));
  const id = only ?? picked ?? followed ?? runs[0]?.id ?? null;
  const isFollowed = id !== null && id === followed;
  return { id, runs, stage: isFollowed ? `${phase}.${status}` : '', isActive: isFollowed && GOES_ON.has(phase) };
}
