/** Time for waiting and measuring: it goes on evenly when somebody sets the clock. */

/** Milliseconds since the window was opened. */
export function ticksMs(): number {
  return performance.now();
}
