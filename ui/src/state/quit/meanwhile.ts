/** What became of runs that the last window left: read once, then forgotten. */
import { create } from 'zustand';
import { askDesktop } from '../../api/desktop';
import { tell } from '../desktop/files';

export interface Left {
  at_ms: number;
  runs: readonly string[];
  stopped: boolean;
}

export const useMeanwhile = create<{ left: Left | null }>(() => ({ left: null }));

/** Ask the window what the last one left. */
export async function askMeanwhile(): Promise<void> {
  const left = await askDesktop<Left | null>('meanwhile').catch(tell);
  useMeanwhile.setState({ left: left ?? null });
}

/** The person has read it. */
export function forgetMeanwhile(): void {
  useMeanwhile.setState({ left: null });
  askDesktop('meanwhile_read').catch(tell);
}

const UNITS = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000], ['second', 1000]] as const;

/** A stretch of time in its two largest units: `14 hr 20 min`. A clock that was set back gives none: `0 sec`. */
export function spanText(ms: number, language: string): string {
  const first = UNITS.findIndex(([, unit]) => ms >= unit);
  if (first < 0) return unitText(0, 'second', language);
  let left = ms;
  const parts = UNITS.slice(first, first + 2).map(([name, unit]) => {
    const count = Math.floor(left / unit);
    left -= count * unit;
    return count > 0 ? unitText(count, name, language) : '';
  });
  return parts.filter(Boolean).join(' ');
}

function unitText(count: number, unit: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}
