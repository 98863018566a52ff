/** How a node stands to the run that is followed: its status, and whether it is another now than it was there. */
import { useContext } from 'react';
import { useEditor } from '../../state/editor';
import { changedSince, type Roots } from '../../state/graph/changed';
import type { GraphDocument, GraphNode } from '../../state/graph/document';
import { running } from '../../state/graph/reach';
import { levelAt, type Path } from '../../state/graph/subgraph/level';
import { usePresets } from '../../state/presets';
import { LevelPrefix } from '../../state/run/nodeState';
import type { NodeState } from '../../state/run/reduce';
import { isBusy, useSession } from '../../state/run/session';

const awaited = new WeakMap<GraphDocument, ReadonlySet<string>>();
let compared: { roots: Roots; path: Path; changed: ReadonlySet<string> } | null = null;

function waitsIn(ran: GraphDocument | null, id: string): boolean {
  if (!ran) return false;
  const known = awaited.get(ran) ?? running(ran);
  awaited.set(ran, known);
  return known.has(id);
}

function isChanged(before: GraphDocument, now: GraphDocument, path: Path, id: string): boolean {
  if (compared?.roots.before !== before || compared.roots.now !== now || compared.path !== path) {
    const roots = { before, now };
    const { shelf } = usePresets.getState();
    const [was, is] = [levelAt(before, path, shelf), levelAt(now, path, shelf)];
    compared = { roots, path, changed: was && is ? changedSince(was, is, roots) : new Set() };
  }
  return compared.changed.has(id);
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
  return useEditor(({ root, path }) => ran !== null && isChanged(ran, root, path, id));
}
