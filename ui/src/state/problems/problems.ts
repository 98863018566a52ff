/** What is wrong with the graph as it is now, asked of the server a moment after each change. */
import { create } from 'zustand';
import type { Refusal } from '../../api/http';
import type { Issue } from '../../api/types.gen';
import { useConnection } from '../connection';
import { useEditor } from '../editor';
import type { GraphDocument } from '../graph/document';
import type { Path } from '../graph/subgraph/level';
import { nodeAt, placeOf, type Place } from '../graph/subgraph/places';
import { usePresets } from '../presets';
import { ticksMs } from '../ticks';
import { forgetJudging, judged } from './judge';

export interface Problem extends Refusal {
  level: 'error' | 'warning';
  /** As the server calls it: inside a card the card's id stands before. */
  node: string | null;
  port: string | null;
  /** Where that is in the document. */
  place: Place | null;
}

interface Problems {
  list: readonly Problem[];
  /** Errors by the id of the node of the level on show that they are about. */
  byCard: ReadonlyMap<string, readonly Problem[]>;
  /** Errors inside a card of that level, by the card's id. */
  inside: ReadonlyMap<string, readonly Problem[]>;
  /** The document that was judged; another one than the editor's root is being judged. null: nothing is known yet of the one in front. */
  judged: GraphDocument | null;
}

const QUIET_MS = 300;
/** However long it took to judge the last time, it is not waited longer. */
const LONGEST_MS = 5000;

let tookMs = 0;

const UNKNOWN: Problems = { list: [], byCard: new Map(), inside: new Map(), judged: null };

export const useProblems = create<Problems>(() => UNKNOWN);

let timer: ReturnType<typeof setTimeout> | null = null;

/** Begin to judge; once, when the program starts. */
export function startJudging(): void {
  useEditor.subscribe((now, before) => {
    // what is wrong with another document says nothing of this one
    if (now.loads !== before.loads) useProblems.setState(UNKNOWN);
    else if (now.path !== before.path) useProblems.setState(indexed(useProblems.getState().list, now.path));
    if (now.root !== before.root) plan();
  });
  plan(); // a window may begin with a graph that nothing changes
  // a server that was away judges when it is back
  useConnection.subscribe((now, before) => {
    if (now.link === 'up' && before.link === 'away' && useProblems.getState().judged !== useEditor.getState().root) plan();
  });
}

/** What the server knows has changed, and with it what is wrong. */
export function judgeAnew(): void {
  plan();
}

function plan(): void {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => void judge(useEditor.getState().root), Math.max(QUIET_MS, Math.min(tookMs, LONGEST_MS)));
}

function indexed(list: readonly Problem[], path: Path): Pick<Problems, 'byCard' | 'inside'> {
  const byCard = new Map<string, Problem[]>();
  const inside = new Map<string, Problem[]>();
  for (const problem of list) {
    if (problem.place === null || problem.level === 'warning') continue;
    const at = nodeAt(problem.place, path);
    if (!at) continue;
    const into = at.isInside ? inside : byCard;
    into.set(at.node, [...(into.get(at.node) ?? []), problem]);
  }
  return { byCard, inside };
}

async function judge(doc: GraphDocument): Promise<void> {
  if (doc.nodes.length === 0) {
    forgetJudging();
    return useProblems.setState({ list: [], ...indexed([], []), judged: doc });
  }
  const beganMs = ticksMs();
  const judgement = await judged(doc);
  if (judgement) tookMs = ticksMs() - beganMs;
  if (judgement === null || useEditor.getState().root !== doc) return;
  const { verdict, refusal } = judgement;
  const list: readonly Problem[] = [
    ...(refusal ? [{ ...refusal, level: 'error' as const, node: null, port: null, place: null }] : []),
    ...(verdict?.issues ?? []).map((issue) => problem(issue, 'error', doc)),
    ...(verdict?.warnings ?? []).map((issue) => problem(issue, 'warning', doc)),
  ];
  useProblems.setState({ list, ...indexed(list, useEditor.getState().path), judged: doc });
}

function problem(issue: Issue, level: Problem['level'], doc: GraphDocument): Problem {
  const place = issue.node_id === null ? null : placeOf(doc, issue.node_id, usePresets.getState().shelf);
  return { level, code: issue.code, params: issue.params, text: issue.text, node: issue.node_id, port: issue.port, place };
}
