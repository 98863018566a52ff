/** The line to the worker that writes heavy graphs; it is made with the first of them. Without one, all is as it is for light ones. */
import { ApiError, heard } from '../../api/http';
import type { OpenGraph } from '../editor';
import type { GraphDocument } from '../graph/document';
import { secretParams } from '../graph/known';
import type { SecretParams } from '../graph/secrets';
import { patchOf } from '../problems/patch';
import type { Done, Order } from './beside.worker';
import { piecesOf } from './pieces';

let worker: Worker | null = null;
let isBroken = false;
/** What the worker has, by key. */
const there = new Map<string, GraphDocument>();
const waiting = new Map<number, { resolve: (done: Done | null) => void; reject: (error: Error) => void }>();
let last = 0;
/** What the worker knows of secrets; the very same object, by which it finds what it has gone through. */
let told: SecretParams | null = null;
/** Copies are brought up to date one after the other: what is asked then is asked of this very document. */
let line: Promise<unknown> = Promise.resolve();

/** Have the journal hold this. Answers whether that was done here. Throws where the journal refuses. */
export async function keepBeside(key: string, doc: GraphDocument, open: OpenGraph, changes: number): Promise<boolean> {
  return (await ordered(key, doc, (id) => ({ act: 'keep', id, key, open, changes, secrets: newSecrets() }))) !== null;
}

/** Save it, as `save` of remote does. Null where that is to be done here. Throws ApiError. */
export async function saveBeside(key: string, doc: GraphDocument, open: OpenGraph): Promise<OpenGraph | null> {
  const done = await ordered(key, doc, (id) => ({ act: 'save', id, key, open }));
  if (!done) return null;
  // who watches the line to the server does so in the window
  const refused = done.refused;
  if (refused?.status !== 0) heard('PUT', refused?.refusal ?? null);
  if (refused) throw new ApiError(refused.status, refused.refusal);
  return done.saved ?? null;
}

/** The journal's entry for this graph is somebody else's now: the worker lets go of all that it has. */
export function leaveBeside(key: string): void {
  if (!there.delete(key)) return;
  worker?.postMessage({ act: 'forget', key } satisfies Order);
}

function newSecrets(): SecretParams | null {
  const now = secretParams();
  if (now === told) return null;
  told = now;
  return now;
}

async function ordered(key: string, doc: GraphDocument, order: (id: number) => Order): Promise<Done | null> {
  if (isBroken) return null;
  last += 1;
  const id = last;
  const turn = line.then(() => bring(key, doc)).then(() => {
    if (worker === null) return Promise.resolve(null);
    const asked = new Promise<Done | null>((resolve, reject) => waiting.set(id, { resolve, reject }));
    worker.postMessage(order(id));
    return { asked };
  });
  line = turn.catch(() => undefined);
  const sent = await turn;
  return sent === null ? null : sent.asked;
}

/** Have the worker hold a document, in pieces between which the window goes on. */
async function bring(key: string, doc: GraphDocument): Promise<void> {
  worker ??= isBroken ? null : made();
  let isFirst = !there.has(key);
  for (const [at, patch] of piecesOf(patchOf(there.get(key) ?? null, doc)).entries()) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    worker?.postMessage({ act: 'follow', key, patch, isFirst } satisfies Order);
    isFirst = false;
  }
  there.set(key, doc);
}

function made(): Worker {
  const begun = new Worker(new URL('./beside.worker.ts', import.meta.url), { type: 'module' });
  begun.addEventListener('message', ({ data }: MessageEvent<Done>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.failed === undefined) asked?.resolve(data);
    else asked?.reject(new Error(data.failed));
  });
  // it could not be fetched, or ran out of memory: the window writes for itself from then on
  begun.addEventListener('error', () => {
    isBroken = true;
    worker = null;
    there.clear();
    for (const { resolve } of waiting.values()) resolve(null);
    waiting.clear();
    begun.terminate();
  });
  return begun;
}
