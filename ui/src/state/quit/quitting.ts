/** Leaving our window: what is asked before it, and what it leaves to the next start. */
import { create } from 'zustand';
import { askDesktop, type Told } from '../../api/desktop';
import { ask } from '../../api/http';
import type { RunList } from '../../api/types.gen';
import { useConnection } from '../connection';
import { tell } from '../desktop/files';
import { saveAll } from '../saving/saver';
import { setting } from '../settings/settings';
import { useTabs } from '../tabs/tabs';
import { answerOf, type Choice } from './answer';

/** Milliseconds that saving may take before the window is answered. */
const SAVING_MS = 1200;
/** Milliseconds that asking what runs may take: a server that hangs does not hold the window. */
const LISTING_MS = 1500;
/** Most runs that a start tells about, and that the dialog has. */
export const MOST_LEFT = 100;

interface Quitting {
  /** What the person is being asked about; null while they are not. */
  asked: 'runs' | 'changes' | null;
  /** Those that had not ended when it was asked. */
  runs: RunList['runs'];
  /** The dialog has been fetched. */
  canAsk: boolean;
}

export const useQuitting = create<Quitting>(() => ({ asked: null, runs: [], canAsk: false }));

/** The window is being closed: save what can be saved, and say how things stand; it waits no more than some seconds. */
export async function answerClosing(told: Extract<Told, { kind: 'closing' }>): Promise<void> {
  const runs = told.running + told.waiting;
  const look = (): ReturnType<typeof answerOf> => answerOf({ runs, isUnsaved: isUnsaved(), canAsk: useQuitting.getState().canAsk, onQuit: setting('on_quit') });
  const saved = Promise.race([saveAll(), new Promise((resolve) => setTimeout(resolve, SAVING_MS))]);
  // with runs there is a question however the saving ends
  if (runs === 0 || look() !== 'ask') await saved;
  const found = look();
  if (found === 'silent') return;
  const answer = found === 'ask' ? 'asking' : found === 'keep' || found === 'stop' ? 'leaving' : found;
  await askDesktop('may_close', { asked: told.asked, answer }).catch(tell);
  if (found === 'keep' || found === 'stop') await quit(found);
  if (found !== 'ask') return;
  await saved;
  if (isUnsaved()) useQuitting.setState({ asked: 'changes' });
  // a dialog that grows when its rows come moves away under the pointer
  else useQuitting.setState({ asked: 'runs', runs: await soon() });
}

function isUnsaved(): boolean {
  return useConnection.getState().link !== 'up' && useTabs.getState().tabs.some((tab) => tab.isUnsaved);
}

/** Leave, with a word to the next start about what had not ended. */
export async function quit(choice: Choice): Promise<void> {
  const all = await soon();
  // those that wait are not stopped: they keep their place
  const runs = all.filter((run) => choice === 'keep' || run.status !== 'queued').map((run) => run.id);
  await askDesktop('quit', { choice, left: { at_ms: Date.now(), runs, stopped: choice === 'stop' } }).catch(tell);
}

function soon(): Promise<RunList['runs']> {
  return notEnded(AbortSignal.timeout(LISTING_MS)).catch(() => []);
}

/** Runs that execute or wait, those that execute first. */
export async function notEnded(signal?: AbortSignal): Promise<RunList['runs']> {
  const query = { status: ['running', 'queued', 'disconnected'], limit: MOST_LEFT };
  const { runs } = await ask<RunList>('GET', '/api/runs', { query, ...(signal && { signal }) });
  return [...runs.filter((run) => run.status !== 'queued'), ...runs.filter((run) => run.status === 'queued').reverse()];
}

export function stay(): void {
  useQuitting.setState({ asked: null });
}
