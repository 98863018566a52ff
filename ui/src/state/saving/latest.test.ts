import { expect, it, vi } from 'vitest';
import { Latest } from './latest';

it('does it once for all that is asked in one go, and once more for what comes meanwhile', async () => {
  const ends: (() => void)[] = [];
  let atOnce = 0;
  let most = 0;
  const act = vi.fn(async () => {
    most = Math.max(most, (atOnce += 1));
    await new Promise<void>((resolve) => ends.push(resolve));
    atOnce -= 1;
  });
  const latest = new Latest(act);
  const first = Promise.all([latest.ask(), latest.ask()]);
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  let isLater = false;
  const later = Promise.all([latest.ask(), latest.ask()]).then(() => (isLater = true));
  ends[0]!();
  await first;
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  // what was asked while the first was done is not done with it
  expect(isLater).toBe(false);
  ends[1]!();
  await later;
  expect([act.mock.calls.length, most]).toEqual([2, 1]);
  void latest.ask();
  await vi.waitFor(() => expect(ends).toHaveLength(3));
  ends[2]!();
});
