/** The socket of the canvas lane: it comes back by itself and follows its run from where it was. */
import { forgetToken, sessionToken } from './http';
import type { Frame } from './types.gen';

export type SocketState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface SocketEvents {
  frame: (frame: Frame) => void;
  state: (state: SocketState) => void;
  /** It closed before it was open, although the token had been given: no upgrade, or a token that is not taken. */
  failed?: (code: number) => void;
}

/** Milliseconds before the n-th try to come back. */
export function backoffMs(attempt: number): number {
  return Math.min(250 * 2 ** attempt, 5000);
}

export class ExecutionSocket {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private attempt = 0;
  private isClosed = false;
  /** Counts openings: what an earlier one has begun must not go on in a later one. */
  private turn = 0;
  private waiting: string[] = [];
  private followed: { runId: string; cursor: number } | null = null;
  private readonly on: SocketEvents;
  private readonly make: (url: string) => WebSocket;

  constructor(on: SocketEvents, make: (url: string) => WebSocket = (url) => new WebSocket(url)) {
    this.on = on;
    this.make = make;
  }

  /** Connect, and stay connected until `close`. */
  open(): void {
    this.isClosed = false;
    void this.connect((this.turn += 1));
  }

  /** Leave for good. What runs goes on. */
  close(): void {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    // a browser complains of a socket that is closed before it is open
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
    this.on.state('closed');
  }

  /** Send an action; while the server is away it waits for it, but for what only counts now. */
  send(action: Record<string, unknown>): void {
    const text = JSON.stringify(action);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (action['action'] === 'execute') this.waiting = [text];
  }

  /** Follow a run from its first event: now, or as soon as the server is there. */
  follow(runId: string): void {
    this.followed = { runId, cursor: 0 };
    this.send({ action: 'attach', run_id: runId, cursor: 0 });
  }

  /** Follow nothing any more: what was to be followed is not there. */
  forget(): void {
    this.followed = null;
  }

  private async connect(turn: number): Promise<void> {
    this.on.state('connecting');
    let used: string;
    try {
      used = await sessionToken();
    } catch {
      if (turn === this.turn) this.comeBack();
      return;
    }
    if (this.isClosed || turn !== this.turn) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = this.make(`${scheme}://${location.host}/ws/execution?token=${encodeURIComponent(used)}`);
    this.socket = socket;
    let isOpen = false;
    socket.onopen = () => {
      isOpen = true;
      this.opened(socket);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      if (this.socket === socket) this.take(JSON.parse(message.data) as Frame);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (event.code === 4401) forgetToken();
      if (!isOpen || event.code === 4401 || event.code === 4003) this.on.failed?.(event.code);
      this.comeBack();
    };
  }

  private opened(socket: WebSocket): void {
    this.attempt = 0;
    this.on.state('open');
    if (this.followed) {
      socket.send(JSON.stringify({ action: 'attach', run_id: this.followed.runId, cursor: this.followed.cursor }));
    }
    for (const text of this.waiting.splice(0)) socket.send(text);
  }

  private take(frame: Frame): void {
    if (frame.type === 'attached') {
      this.followed = { runId: frame.run_id, cursor: frame.cursor };
    } else if (frame.type === 'detached') {
      this.followed = null;
    } else if (this.followed && 'cursor' in frame && frame.cursor !== undefined && frame.run_id === this.followed.runId) {
      if (frame.cursor <= this.followed.cursor) return;
      this.followed.cursor = frame.cursor;
    }
    this.on.frame(frame);
  }

  private comeBack(): void {
    if (this.isClosed) return;
    this.on.state('waiting');
    this.timer = setTimeout(() => void this.connect(this.turn), backoffMs(this.attempt++));
  }
}
