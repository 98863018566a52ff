/** One canvas's line to the server: what it runs, and the picture of what it follows, whether it is in front or not. */
import type { Refusal } from '../../api/http';
import { ExecutionSocket, type SocketState } from '../../api/socket';
import type { Frame } from '../../api/types.gen';
import type { GraphDocument } from '../graph/document';
import { newPicture, reduce, refusalOf, type RunPhase, type RunPicture } from './reduce';

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

export const IDLE: Session = { picture: null, isStarting: false, refused: null, ran: null, isRecording: false };

/** True while the canvas's run waits or executes. */
export function isBusy({ picture, isStarting }: Session): boolean {
  return isStarting || picture?.phase === 'running' || picture?.phase === 'queued';
}

/** What happened while one looked on; what had happened before it was followed is none. */
export type News = 'began' | 'ended';

const OVER: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'interrupted']);

export interface Ears {
  session: (session: Session) => void;
  news: (news: News, session: Session) => void;
  link: (state: SocketState) => void;
  failed: (code: number) => void;
}

export class Line {
  session: Session = IDLE;
  link: SocketState = 'closed';
  private pending: Frame[] = [];
  private isDue = false;
  /** The run that is followed, and how far it was when it came to that; '' for one that was asked for here. */
  private met: { run: string; status: string } | null = null;
  /** A run of before, which may be gone by now. */
  private resumed: string | null = null;
  /** Whether the run that was asked for last records. */
  private asksToRecord = false;
  private readonly socket: ExecutionSocket;
  private readonly ears: Ears;

  constructor(ears: Ears, make?: (url: string) => WebSocket) {
    this.ears = ears;
    this.socket = new ExecutionSocket(
      {
        state: (state) => {
          this.link = state;
          ears.link(state);
        },
        failed: (code) => ears.failed(code),
        frame: (frame) => this.take(frame),
      },
      make,
    );
  }

  /** Connect, if it is not; a run that was followed is followed on from where it was. */
  open(): void {
    if (this.link === 'closed') this.socket.open();
  }

  /** Leave; what runs goes on. */
  close(): void {
    this.socket.close();
  }

  set(facts: Partial<Session>): void {
    this.session = { ...this.session, ...facts };
    this.ears.session(this.session);
  }

  /** A document is about to be sent. */
  prepare(doc: GraphDocument): void {
    this.set({ isStarting: true, refused: null, ran: doc });
  }

  /** options: of the run, as the server takes them. */
  execute(doc: GraphDocument, options: Record<string, unknown>): void {
    this.asksToRecord = options['record_outputs'] === true;
    this.prepare(doc);
    this.socket.send({ action: 'execute', ...doc, ...options });
  }

  stop(): void {
    this.socket.send({ action: 'cancel' });
  }

  /** Follow a run from its first event. ran: its graph. */
  follow(runId: string, ran: GraphDocument | null): void {
    this.met = null;
    this.set({ picture: newPicture(runId), refused: null, isStarting: false, ran });
    this.socket.follow(runId);
  }

  /** The same for a run of before; one that is not there any more is followed no further. */
  resume(runId: string): void {
    this.follow(runId, null);
    this.resumed = runId;
  }

  private take(frame: Frame): void {
    this.pending.push(frame);
    if (this.isDue) return;
    this.isDue = true;
    // one update of the screen a frame, however many events come; a window that is not seen draws none
    if (document.visibilityState === 'hidden') setTimeout(() => this.deliver());
    else requestAnimationFrame(() => this.deliver());
  }

  private deliver(): void {
    this.isDue = false;
    const frames = this.pending;
    this.pending = [];
    let { picture, isStarting, refused, isRecording } = this.session;
    let batch: Frame[] = [];
    const flush = (): void => {
      if (picture && batch.length > 0) picture = reduce(picture, batch, Date.now());
      batch = [];
    };
    for (const frame of frames) {
      if (frame.type === 'attached') {
        flush();
        const isOurs = frame.run_id !== picture?.runId;
        if (this.met?.run !== frame.run_id) this.met = { run: frame.run_id, status: isOurs ? '' : frame.status };
        if (!isOurs) continue;
        picture = newPicture(frame.run_id);
        isStarting = false;
        isRecording = this.asksToRecord;
      } else if (frame.type === 'error' && frame.code === 'run_not_found' && this.resumed !== null && this.resumed === picture?.runId) {
        picture = null;
        this.socket.forget();
      } else if ((frame.type === 'execution_error' && frame.rejected) || frame.type === 'error') {
        refused = refusalOf(frame);
        isStarting = false;
      } else {
        batch.push(frame);
      }
    }
    flush();
    const before = this.session.picture;
    this.set({ picture, isStarting, refused, isRecording });
    if (picture && this.met && !OVER.has(this.met.status)) this.tell(before?.runId === picture.runId ? before.phase : 'queued', picture.phase);
  }

  private tell(before: RunPhase, now: RunPhase): void {
    if (before === now || OVER.has(before)) return;
    if (OVER.has(now)) this.ears.news('ended', this.session);
    else if (now === 'running' && this.met?.status !== 'running') this.ears.news('began', this.session);
  }
}
