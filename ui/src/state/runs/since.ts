/** `since:` of the filter: `today`, `yesterday`, `mon` ... `sun`, `3h`, `7d`, `2w`, `2026-03-01`. Pure. */

const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** What is offered while one types. */
export const SINCE = ['today', 'yesterday', '24h', '7d', '30d', 'mon'] as const;

/** The moment in milliseconds of the epoch, on the reader's own clock; null for what is no time. */
export function sinceMs(typed: string, nowMs: number): number | null {
  const wanted = typed.toLowerCase();
  const today = new Date(nowMs).setHours(0, 0, 0, 0);
  if (wanted === 'today') return today;
  if (wanted === 'yesterday') return dayBefore(today, 1);
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(wanted) ?? [];
  if (count && unit) return nowMs - Number(count) * UNITS[unit]!;
  const day = DAYS.findIndex((name) => wanted === name || (wanted.length >= 3 && `${name}day`.startsWith(wanted)) || LONG[name] === wanted);
  if (day >= 0) return dayBefore(today, (new Date(nowMs).getDay() - day + 7) % 7);
  const [, year, month, date] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(wanted) ?? [];
  if (!year) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(date));
  return at.getMonth() === Number(month) - 1 ? at.getTime() : null;
}

const LONG: Record<string, string> = { tue: 'tuesday', wed: 'wednesday', thu: 'thursday', sat: 'saturday' };

/** By the calendar: a day of 23 hours is one day. */
function dayBefore(today: number, days: number): number {
  const at = new Date(today);
  return at.setDate(at.getDate() - days);
}
