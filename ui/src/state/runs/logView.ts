/** What of a log is shown, and where in it something is found. Pure. */
import { LEVELS, type Level, type Line } from './log';

export interface LogFilter {
  from: 'both' | 'event' | 'console';
  level: Level;
  /** Id of a node, or null for all of them. */
  node: string | null;
}

/** Indices of the lines that a filter lets through. */
export function shownLines(lines: readonly Line[], { from, level, node }: LogFilter): number[] {
  const least = LEVELS.indexOf(level);
  const found: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (from !== 'both' && line.from !== from) continue;
    if (LEVELS.indexOf(line.level) < least || (node !== null && line.node !== node)) continue;
    found.push(index);
  }
  return found;
}

/** Places, in order, where a text is found in any case; none for an empty one. */
export function matchesOf(texts: readonly string[], wanted: string): number[] {
  const low = wanted.toLowerCase();
  if (low === '') return [];
  const found: number[] = [];
  texts.forEach((text, index) => text.toLowerCase().includes(low) && found.push(index));
  return found;
}

/** A text cut where it was found: even parts are around it, odd ones are it. */
export function cutAt(text: string, wanted: string): string[] {
  const low = text.toLowerCase();
  const parts: string[] = [];
  let from = 0;
  for (let at = low.indexOf(wanted.toLowerCase()); wanted !== '' && at >= 0; at = low.indexOf(wanted.toLowerCase(), from)) {
    parts.push(text.slice(from, at), text.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}

/** Within so many pixels of the foot one is at the foot. */
const NEAR = 24;

/** Whether the log follows what comes: only at its foot; a step up ends it. before: the last position. */
export function isFollowing(was: boolean, before: number, now: { scrollTop: number; scrollHeight: number; clientHeight: number }): boolean {
  if (now.scrollHeight - now.scrollTop - now.clientHeight <= NEAR) return true;
  return was && now.scrollTop >= before;
}
