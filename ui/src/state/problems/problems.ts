/** What is wrong with the graph as it is now, asked of the server a moment after each change. */
import { create } from 'zustand';
import { ApiError, ask, type Refusal } from '../../api/http';
import type { Issue, Verdict } from '../../api/types.gen';
import { useEditor } from '../editor';
import type { GraphDocument } from '../graph/document';

export interface Problem extends Refusal {
  level: 'error' | 'warning';
  node: string | null;
  port: string | null;
}

interface Problems {
  list: readonly Problem[];
  /** Errors by the id of the card on the canvas that they are about. */
  byCard: ReadonlyMap<string, readonly Problem[]>;
  /** The document that was judged; another one than the editor's root is being judged. */
  judged: GraphDocument | null;
}

const QUIET_MS = 300;

export const useProblems = create<Problems>(() => ({ list: [], byCard: new Map(), judged: null }));

let timer: ReturnType<typeof setTimeout> | null = null;
let asking: AbortController | null = null;

/** Begin to judge; once, when the program starts. */
export function startJudging(): void {
  useEditor.subscribe((now, before) => {
    if (now.root === before.root) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void judge(now.root), QUIET_MS);
  });
}

/** The card on the canvas that a node lies in: itself, or what stands before `/` and `__`. */
export function cardOf(node: string, cards: ReadonlySet<string>): string {
  return cards.has(node) ? node : node.split(/\/|__/)[0]!;
}

function indexed(list: readonly Problem[], doc: GraphDocument): Map<string, Problem[]> {
  const cards = new Set(doc.nodes.map((node) => node.id));
  const found = new Map<string, Problem[]>();
  for (const problem of list) {
    if (problem.node === null || problem.level === 'warning') continue;
    const card = cardOf(problem.node, cards);
    found.set(card, [...(found.get(card) ?? []), problem]);
  }
  return found;
}

async function judge(doc: GraphDocument): Promise<void> {
  asking?.abort();
  if (doc.nodes.length === 0) return useProblems.setState({ list: [], byCard: new Map(), judged: doc });
  asking = new AbortController();
  try {
    const verdict = await ask<Verdict>('POST', '/api/graph/validate', { body: doc, signal: asking.signal });
    if (useEditor.getState().root !== doc) return;
    const list = [
      ...verdict.issues.map((issue) => problem(issue, 'error')),
      ...verdict.warnings.map((issue) => problem(issue, 'warning')),
    ];
    useProblems.setState({ list, byCard: indexed(list, doc), judged: doc });
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    if (!isAborted && !(error instanceof ApiError)) throw error; // a server that is away judges when it is back
  }
}

function problem(issue: Issue, level: Problem['level']): Problem {
  return { level, code: issue.code, params: issue.params, text: issue.text, node: issue.node_id, port: issue.port };
}
