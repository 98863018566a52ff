/** The line to the worker that judges; it is made when there is something to judge. */
import { language } from '../../words/language';
import type { GraphDocument } from '../graph/document';
import type { Answer, Question } from './judge.worker';
import { patchOf } from './patch';

let worker: Worker | null = null;
/** What the worker has. */
let there: GraphDocument | null = null;
let last = 0;
let waiting: ((judgement: Judgement | null) => void) | null = null;

/** What the server says of a document: what is wrong with it, or why it does not judge it. */
export type Judgement = Pick<Answer, 'verdict' | 'refusal'>;

/** What the server says of a document: null when it gave no answer, or when another document came after this one. */
export function judged(doc: GraphDocument): Promise<Judgement | null> {
  worker ??= made();
  waiting?.(null);
  last += 1;
  const question: Question = { id: last, patch: patchOf(there, doc), isFirst: there === null, language: language() };
  there = doc;
  worker.postMessage(question);
  return new Promise((resolve) => {
    waiting = resolve;
  });
}

/** Nothing more is wanted of what was asked before. */
export function forgetJudging(): void {
  waiting?.(null);
  waiting = null;
}

function made(): Worker {
  const begun = new Worker(new URL('./judge.worker.ts', import.meta.url), { type: 'module' });
  begun.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.id !== last) return;
    waiting?.(data.verdict || data.refusal ? data : null);
    waiting = null;
  });
  return begun;
}
