/** Follows the log of one run: events by cursor, what it printed by offset, until both have ended. */
import { concerns, onChange, paced, Pacer, type Change } from '../state/live/pace';
import { consoleLines, interleaved, linesOf, NOTHING_BEGUN, type Line } from '../state/runs/log';
import { ask } from './http';
import type { Console, Events } from './types.gen';

const MANY = 1000;
const CONSOLE_BYTES = 256 * 1024;
/** Milliseconds between two looks. A request that waits would take one of the six connections a browser has. */
const NEXT_MS = 500;
const AGAIN_MS = 2000;

const ENDS = new Set(['execution_complete', 'execution_error', 'execution_stopped']);

export interface LogState {
  lines: readonly Line[];
  /** Grows with every change; lines are added in place. */
  version: number;
  isLoaded: boolean;
  isOver: boolean;
  /** Why the last look failed; it is tried again. */
  problem: unknown;
}

export class RunLog {
  private state: LogState = { lines: [], version: 0, isLoaded: false, isOver: false, problem: null };
  private readonly lines: Line[] = [];
  /** What was read and is not in its place yet: events, what was printed, and how it ended, said below all else. */
  private events: Line[] = [];
  private printed: Line[] = [];
  private ending: Line[] = [];
  private cursor = 0;
  private offset = 0;
  private begun = NOTHING_BEGUN;
  private isPrintedOut = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private stopped = new AbortController();
  private readonly listeners = new Set<() => void>();

  private hush: (() => void) | null = null;
  private isTold = false;
  /** Looks when told; also after a look that is on its way, which may have asked just before. */
  private readonly pacer = new Pacer(async () => {
    this.isTold = true;
    this.seen();
  });

  constructor(private readonly id: string) {}

  readonly snapshot = (): LogState => this.state;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed);
    if (this.listeners.size === 1) this.start();
    return () => {
      this.listeners.delete(changed);
      if (this.listeners.size === 0) this.stop();
    };
  };

  private start(): void {
    this.stopped = new AbortController();
    document.addEventListener('visibilitychange', this.seen);
    this.hush = onChange(this.told);
    if (!this.state.isOver) void this.look(this.stopped.signal);
  }

  private stop(): void {
    this.stopped.abort();
    document.removeEventListener('visibilitychange', this.seen);
    this.hush?.();
    this.pacer.stop();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private readonly told = (change: Change): void => {
    if (concerns(change, [this.id])) this.pacer.poke(NEXT_MS);
  };

  private readonly seen = (): void => {
    if (document.hidden || this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    void this.look(this.stopped.signal);
  };

  private async look(signal: AbortSignal): Promise<void> {
    this.isTold = false;
    let waitMs = 0;
    try {
      const isActive = await this.readEvents(signal);
      await this.readConsole(signal, Infinity);
      const isOver = !isActive && this.isPrintedOut;
      this.place(isOver ? Infinity : this.cursor, true);
      if (isOver) {
        this.lines.push(...this.ending);
        this.ending = [];
        this.tell({ isLoaded: true, isOver: true, problem: null });
        return;
      }
      this.tell({ isLoaded: true, problem: null });
    } catch (problem) {
      if (signal.aborted) return;
      this.tell({ problem });
      waitMs = AGAIN_MS;
    }
    if (signal.aborted) return;
    waitMs ||= this.isTold ? NEXT_MS : paced(NEXT_MS);
    this.timer = setTimeout(() => {
      if (document.hidden) return; // `seen` goes on
      this.timer = null;
      void this.look(signal);
    }, waitMs);
  }

  /** Whether the run goes on. */
  private async readEvents(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const query = { cursor: this.cursor, limit: MANY };
      const page = await ask<Events>('GET', `/api/runs/${encodeURIComponent(this.id)}/events`, { query, signal });
      for (const event of page.events) {
        if (ENDS.has(event.type)) this.ending.push(...linesOf(event));
        else this.events.push(...linesOf(event));
      }
      this.cursor = page.cursor;
      if (page.events.length === 0) return page.active;
      await this.readConsole(signal, page.cursor);
      this.place(this.cursor, false);
      this.tell({});
    }
  }

  /** What is read goes to where it belongs; what was printed before an event that is not read yet waits for it. */
  private place(cursor: number, isAll: boolean): void {
    const { lines, later } = interleaved(this.events, this.printed, cursor, isAll);
    for (const line of lines) this.lines.push(line);
    this.events = [];
    this.printed = later;
  }

  /** Read on until what was printed after this event, or until there is no more. */
  private async readConsole(signal: AbortSignal, cursor: number): Promise<void> {
    for (;;) {
      const last = this.printed.at(-1);
      if (cursor !== Infinity && last && (last.cursor === null || last.cursor > cursor + 1)) return;
      const query = { offset: this.offset, limit: CONSOLE_BYTES };
      const piece = await ask<Console>('GET', `/api/runs/${encodeURIComponent(this.id)}/console`, { query, signal });
      const { lines, begun } = consoleLines(this.begun, piece.text, piece.end, piece.times);
      this.printed.push(...lines);
      this.begun = begun;
      this.isPrintedOut = piece.end;
      const isSame = piece.offset === this.offset;
      this.offset = piece.offset;
      if (isSame || piece.end) return;
      this.tell({});
    }
  }

  private tell(change: Partial<LogState>): void {
    this.state = { ...this.state, ...change, lines: this.lines, version: this.state.version + 1 };
    for (const listener of this.listeners) listener();
  }
}
