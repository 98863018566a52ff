/** Says no more than one thing in a while: of what comes sooner, the last one is said when the time is over. */
import { ticksMs } from '../ticks';

export class Spaced<T> {
  private freeAtMs = 0;
  private waiting: { value: T; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(
    private readonly ms: number,
    private readonly out: (value: T) => void,
  ) {}

  say(value: T): void {
    if (this.waiting) {
      this.waiting.value = value;
      return;
    }
    const left = this.freeAtMs - ticksMs();
    if (left <= 0) return this.put(value);
    const timer = setTimeout(() => {
      const { value: last } = this.waiting!;
      this.waiting = null;
      this.put(last);
    }, left);
    this.waiting = { value, timer };
  }

  /** What waits is not said any more. */
  drop(): void {
    if (this.waiting) clearTimeout(this.waiting.timer);
    this.waiting = null;
  }

  private put(value: T): void {
    this.freeAtMs = ticksMs() + this.ms;
    this.out(value);
  }
}
