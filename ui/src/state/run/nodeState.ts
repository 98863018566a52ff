/** How the nodes of the level on show fare in the run that is followed. */
import { createContext, useContext } from 'react';
import type { Prefix } from '../graph/subgraph/places';
import type { NodeState, RunPicture } from './reduce';
import { useSession } from './session';

/** How the server calls the nodes of the level on show. */
export const LevelPrefix = createContext<Prefix>({ flat: '', path: '' });

/** What runs call a node of the level on show in what they record: outputs, gradients, metrics. */
export function useRunId(node: string): string {
  return useContext(LevelPrefix).flat + node;
}

/** The state of a node of the level on show; undefined before the run has come to it. */
export function useNodeState(id: string): NodeState | undefined {
  const prefix = useContext(LevelPrefix);
  return useSession(({ picture }) => stateOf(picture, prefix, id));
}

/** The state of a node of a level. */
export function stateOf(picture: RunPicture | null, prefix: Prefix, id: string): NodeState | undefined {
  return picture?.nodes[prefix.path + id] ?? picture?.nodes[prefix.flat + id];
}
