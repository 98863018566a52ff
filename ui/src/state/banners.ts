/** Which banners stand over the window now. Pure. */
import type { Link } from './connection';
import type { Faults } from './faults';

export type BannerCode =
  | 'host_not_allowed' | 'foreign_origin' | 'token' | 'socket_blocked' | 'server_away' | 'disk_full' | 'disk_low' | 'no_journal' | 'new_build' | 'language';

/** Milliseconds that the server may be away before a banner says so. */
export const AWAY_MS = 5000;
/** Milliseconds that any other fault has to last: a token that changes with a restart is no fault. */
export const STANDS_MS = 1000;

export interface Situation {
  link: Link;
  downSinceMs: number | null;
  faults: Faults;
  isNewBuild: boolean;
  /** The browser asks for Simplified Chinese, which we do not have. */
  isOtherChinese: boolean;
  /** The disk of the server has little room left. */
  isRoomLow: boolean;
  /** What is not saved yet is kept in this browser. */
  isKept: boolean;
  dismissed: ReadonlySet<BannerCode>;
}

/** What is shown at `nowMs`, the gravest first. One reason why nothing works is enough. */
export function bannersOf(now: Situation, nowMs: number): BannerCode[] {
  const found: BannerCode[] = [];
  const reason = reasonOf(now, nowMs);
  if (reason) found.push(reason);
  if (stands(now.faults.disk_full, 0, nowMs)) found.push('disk_full');
  else if (now.isRoomLow) found.push('disk_low');
  if (!now.isKept) found.push('no_journal');
  if (now.isNewBuild) found.push('new_build');
  if (now.isOtherChinese) found.push('language');
  return found.filter((code) => !now.dismissed.has(code));
}

/** Milliseconds until the answer of `bannersOf` may change by time alone; null when it may not. */
export function changesIn(now: Situation, nowMs: number): number | null {
  const times = Object.values(now.faults).map((since) => since + STANDS_MS);
  if (now.downSinceMs !== null) times.push(now.downSinceMs + AWAY_MS);
  const next = times.map((at) => at - nowMs).filter((left) => left > 0);
  return next.length > 0 ? Math.min(...next) : null;
}

function reasonOf({ link, downSinceMs, faults }: Situation, nowMs: number): BannerCode | null {
  for (const fault of ['host_not_allowed', 'foreign_origin', 'token', 'socket_blocked'] as const) {
    if (stands(faults[fault], STANDS_MS, nowMs)) return fault;
  }
  return link !== 'up' && stands(downSinceMs ?? undefined, AWAY_MS, nowMs) ? 'server_away' : null;
}

function stands(since: number | undefined, forMs: number, nowMs: number): boolean {
  return since !== undefined && nowMs - since >= forMs;
}
