/** What the page answers a window that is being closed. Pure. */
import type { Values } from '../settings/values';

/** What becomes of runs that would end. */
export type Choice = 'keep' | 'stop';

export interface Standing {
  /** Runs that would end with the server of this window. */
  runs: number;
  /** The server does not have all that was drawn. */
  isUnsaved: boolean;
  /** The dialog has been fetched: with the server away it cannot be any more. */
  canAsk: boolean;
  onQuit: Values['on_quit'];
}

/**
 * `free`: nothing would be lost. `ask`: the person is asked here. A choice: the person has made it for good. `unsaved`:
 * the window has to ask about changes. `silent`: it has to ask about runs.
 */
export function answerOf({ runs, isUnsaved, canAsk, onQuit }: Standing): 'free' | 'ask' | 'unsaved' | 'silent' | Choice {
  if (isUnsaved) return canAsk ? 'ask' : 'unsaved';
  if (runs === 0) return 'free';
  if (onQuit !== 'ask') return onQuit;
  return canAsk ? 'ask' : 'silent';
}
