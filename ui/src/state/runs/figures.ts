/** Times, sizes and figures as people read them: short, tabular, in their language. */

/** `1:03`, `4:50:26`; hours go on after a day, so that a column sorts by eye. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const last = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${last}` : `${minutes}:${last}`;
}

interface Times {
  started_at: string | null;
  finished_at: string | null;
}

/** How long a run took, or takes as of now; null before it starts. Milliseconds. */
export function durationMs(run: Times, nowMs: number): number | null {
  if (run.started_at === null) return null;
  const end = run.finished_at === null ? nowMs : Date.parse(run.finished_at);
  return Math.max(0, end - Date.parse(run.started_at));
}

const DAY_MS = 86_400_000;

/** The hour alone today, with its weekday within six days, else the date. */
export function whenText(iso: string | null, nowMs: number, language: string): string {
  if (iso === null) return '–';
  const at = new Date(iso);
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const days = (startOfDay(nowMs) - startOfDay(at.getTime())) / DAY_MS;
  if (Math.round(days) === 0) return formatOf(language, time).format(at);
  if (days > 0 && days < 6.5) return `${formatOf(language, { weekday: 'short' }).format(at)} ${formatOf(language, time).format(at)}`;
  const isThisYear = at.getFullYear() === new Date(nowMs).getFullYear();
  return formatOf(language, { month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) }).format(at);
}

/** Date and time to the second. */
export function momentText(iso: string | null, language: string): string {
  if (iso === null) return '–';
  return formatOf(language, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }).format(new Date(iso));
}

/** `13:01:12` of the reader's own zone. */
export function secondText(iso: string, language: string): string {
  return formatOf(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(new Date(iso));
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** `1.9 GiB`; whole bytes below one KiB. */
export function bytesText(bytes: number, language: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : 1;
  const text = numberOf(language, digits, true).format(value);
  return `${text} ${UNITS[unit]}`;
}

/** Four decimals, which line up in a column; exponents where those would say nothing. */
export function metricText(value: number | null | undefined, language: string): string {
  if (value === null || value === undefined) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size < 0.001 || size >= 100_000)) return value.toExponential(2);
  return numberOf(language, 4, false).format(value);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes far longer than using it, and a list uses hundreds. */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language}${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(language, options);
    formats.set(key, found);
  }
  return found;
}

const numbers = new Map<string, Intl.NumberFormat>();

function numberOf(language: string, digits: number, useGrouping: boolean): Intl.NumberFormat {
  const key = `${language}${digits}${useGrouping}`;
  let found = numbers.get(key);
  if (!found) {
    found = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping });
    numbers.set(key, found);
  }
  return found;
}

function startOfDay(milliseconds: number): number {
  return new Date(milliseconds).setHours(0, 0, 0, 0);
}
