/** Does one thing again and again, never twice at once: what is wished for meanwhile is one more time after it. */
import { ticksMs } from '../ticks';

/** Longest pause between two times, milliseconds: what is slow leaves the window as much time as it takes itself. */
const LONGEST_REST_MS = 10_000;

/** What takes longer is felt while one types: the window has so many times as much for itself then. Milliseconds. */
const SLOW_MS = 50;
const REST = 5;

/** `beside`: it took the window nothing, however long it took. */
type Act = () => Promise<'beside' | void>;

export class Latest {
  /** The time that has begun. */
  private going: Promise<void> | null = null;
  /** The one that has not: it will find how things stand then. */
  private waiting: Promise<void> | null = null;
  private readonly act: Act;

  /** act: does it for how things stand when it is called. Must not throw. */
  constructor(act: Act) {
    this.act = act;
  }

  /** Done when how things stand now has been dealt with. */
  ask(): Promise<void> {
    this.waiting ??= (this.going ?? Promise.resolve()).then(() => this.once());
    return this.waiting;
  }

  private async once(): Promise<void> {
    this.going = this.waiting;
    this.waiting = null;
    const began = ticksMs();
    const took = (await this.act()) === 'beside' ? 0 : ticksMs() - began;
    if (this.waiting !== null && took > 20) await new Promise((resolve) => setTimeout(resolve, Math.min(took > SLOW_MS ? REST * took : took, LONGEST_REST_MS)));
    if (this.waiting === null) this.going = null;
  }
}
