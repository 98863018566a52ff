/** The canvas's line to the server: what it runs, and the picture of what it follows. One socket a window. */
import { create } from 'zustand';
import { ExecutionSocket, type Frame } from '../../api/socket';
import type { Refusal } from '../../api/http';
import { useConnection } from '../connection';
import { setting } from '../settings/settings';
import { socketFailed } from '../faults';
import type { GraphDocument } from '../graph/document';
import { asSent, useRunExtras } from './options';
import { newPicture, reduce, type RunPicture } from './reduce';

export interface Session {
  picture: RunPicture | null;
  /** Asked to run, and no answer yet. */
  isStarting: boolean;
  /** Why the server would not run it. */
  refused: Refusal | null;
  /** The document as it was when the run began. */
  ran: GraphDocument | null;
  /** What its nodes give is recorded, as far as this window knows. */
  isRecording: boolean;
}

export const useSession = create<Session>(() => ({ picture: null, isStarting: false, refused: null, ran: null, isRecording: false }));

/** True while the canvas's run waits or executes. */
export function isBusy({ picture, isStarting }: Session): boolean {
  return isStarting || picture?.phase === 'running' || picture?.phase === 'queued';
}

let pending: Frame[] = [];
let isDue = false;
/** Whether the run that was asked for last records. */
let asksToRecord = false;

const socket = new ExecutionSocket({
  state: (state) => {
    useConnection.getState().setLink(state === 'open' ? 'up' : state === 'connecting' ? 'connecting' : 'away');
  },
  failed: (code) => void socketFailed(code),
  frame: (frame) => {
    pending.push(frame);
    if (isDue) return;
    isDue = true;
    // one update of the screen a frame, however many events come
    requestAnimationFrame(deliver);
  },
});

/** Connect; once, when the program starts. */
export function openSession(): void {
  socket.open();
}

/** Run a document on the canvas lane; what is followed changes to that run. changed: nodes to compute in any case. */
export function execute(doc: GraphDocument, changed: readonly string[] = []): void {
  useSession.setState({ isStarting: true, refused: null, ran: doc });
  const options = asSent(setting('record_outputs'), useRunExtras.getState());
  asksToRecord = options.record_outputs;
  socket.send({ action: 'execute', ...doc, changed_nodes: changed, ...options });
}

/** Ask the run that is followed to stop. */
export function stop(): void {
  socket.send({ action: 'cancel' });
}

/** Follow a run from its first event. */
export function follow(runId: string): void {
  useSession.setState({ picture: newPicture(runId), refused: null, isStarting: false });
  socket.send({ action: 'attach', run_id: runId, cursor: 0 });
}

function deliver(): void {
  isDue = false;
  const frames = pending;
  pending = [];
  let { picture, isStarting, refused, isRecording } = useSession.getState();
  let batch: Frame[] = [];
  const flush = (): void => {
    if (picture && batch.length > 0) picture = reduce(picture, batch, Date.now());
    batch = [];
  };
  for (const frame of frames) {
    if (frame.type === 'attached' && frame.run_id && frame.run_id !== picture?.runId) {
      flush();
      picture = newPicture(frame.run_id);
      isStarting = false;
      isRecording = asksToRecord;
    } else if (frame.type === 'execution_error' && frame['rejected']) {
      refused = refusalOf(frame);
      isStarting = false;
    } else if (frame.type === 'error') {
      refused = refusalOf(frame);
      isStarting = false;
    } else {
      batch.push(frame);
    }
  }
  flush();
  useSession.setState({ picture, isStarting, refused, isRecording });
}

function refusalOf(frame: Frame): Refusal {
  return {
    code: String(frame['code'] ?? 'unknown'),
    params: (frame['params'] as Record<string, unknown> | undefined) ?? {},
    text: String(frame['error'] ?? frame['text'] ?? ''),
  };
}
