/** How a node stands to the run that is followed: its status, and whether it is another now than it was there. */
import { useContext } from 'react';
import { useEditor } from '../../state/editor';
import type { GraphDocument, GraphNode } from '../../state/graph/document';
import { running } from '../../state/graph/reach';
import { changedAt } from '../../state/run/changes';
import { LevelPrefix } from '../../state/run/nodeState';
import type { NodeState } from '../../state/run/reduce';
import { isBusy, useSession } from '../../state/run/session';

const awaited = new WeakMap<GraphDocument, ReadonlySet<string>>();

function waitsIn(ran: GraphDocument | null, id: string): boolean {
  if (!ran) return false;
  const known = awaited.get(ran) ?? running(ran);
  awaited.set(ran, known);
  return known.has(id);
}

/** The word for a node's status; one whose turn has not come in a run that goes on waits. */
export function useStatus(node: GraphNode, state: NodeState | undefined): NodeState['status'] | 'idle' {
  const isCanvas = useContext(LevelPrefix).path === '';
  const isWaiting = useSession((session) => isCanvas && state === undefined && isBusy(session) && waitsIn(session.ran, node.id));
  if (node.data?.bypassed) return 'bypassed';
  return state?.status ?? (isWaiting ? 'waiting' : 'idle');
}

/** Whether a node is another than it was when the run began; what is not of that run cannot tell. */
export function useIsChanged(id: string): boolean {
  const ran = useSession(({ picture, ran: document }) => (picture ? document : null));
  return useEditor(({ root, path }) => ran !== null && changedAt(ran, root, path).has(id));
}
