/** What keeps the window from working with its server, told by answers and by sockets that do not open. */
import { create } from 'zustand';
import { ask, onAnswer, type Refusal } from '../api/http';
import { useConnection } from './connection';
import { ticksMs } from './ticks';

export type Fault = 'host_not_allowed' | 'foreign_origin' | 'token' | 'socket_blocked' | 'disk_full';

/** Since when each has stood, milliseconds of `ticksMs`. */
export type Faults = Readonly<Partial<Record<Fault, number>>>;

/** Sockets that did not open, one after the other, before a proxy is blamed: one may fail while a server starts. */
const ENOUGH = 3;

const BY_CODE: Record<string, Fault> = {
  host_not_allowed: 'host_not_allowed',
  foreign_origin: 'foreign_origin',
  token_missing: 'token',
  token_wrong: 'token',
  disk_full: 'disk_full',
  file_not_written: 'disk_full',
};

export const useFaults = create<{ faults: Faults }>(() => ({ faults: {} }));

/** The faults after one more answer. */
export function answered(faults: Faults, method: string, refusal: Refusal | null, nowMs: number): Faults {
  if (refusal) {
    const fault = BY_CODE[refusal.code];
    return fault && faults[fault] === undefined ? { ...faults, [fault]: nowMs } : faults;
  }
  const over: Fault[] = ['host_not_allowed', 'foreign_origin'];
  // what changes something was let through: so the token is good, and there was room
  if (method !== 'GET') over.push('token', 'disk_full');
  return without(faults, over);
}

export function without(faults: Faults, over: readonly Fault[]): Faults {
  if (over.every((fault) => faults[fault] === undefined)) return faults;
  return Object.fromEntries(Object.entries(faults).filter(([fault]) => !over.includes(fault as Fault)));
}

/** Milliseconds that a socket has to stay open before its token counts as taken: a refusal comes after the opening. */
const TAKEN = 2000;

let failures = 0;
let refusals = 0;

/** A socket closed before it was open. Whoever answers over HTTP meanwhile is there, and something keeps sockets out. */
export async function socketFailed(code: number): Promise<void> {
  if (code === 4401 || code === 4003) {
    refusals += 1;
    if (refusals >= ENOUGH) set(code === 4401 ? 'token' : 'foreign_origin');
    return;
  }
  failures += 1;
  if (failures < ENOUGH) return;
  try {
    await ask('GET', '/api/health');
    set('socket_blocked');
  } catch {
    failures = 0; // the server itself is away
    clear(['socket_blocked']);
  }
}

/** Begin to listen; once, when the program starts. */
export function watchFaults(): () => void {
  const deaf = onAnswer((method, refusal) => {
    useFaults.setState(({ faults }) => ({ faults: answered(faults, method, refusal, ticksMs()) }));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = useConnection.subscribe(({ link }) => {
    clearTimeout(timer);
    if (link !== 'up') return;
    failures = 0;
    clear(['socket_blocked']);
    timer = setTimeout(() => {
      refusals = 0;
      clear(['token', 'foreign_origin']);
    }, TAKEN);
  });
  return () => {
    deaf();
    clearTimeout(timer);
    stop();
  };
}

function set(fault: Fault): void {
  useFaults.setState(({ faults }) => (faults[fault] === undefined ? { faults: { ...faults, [fault]: ticksMs() } } : { faults }));
}

function clear(over: readonly Fault[]): void {
  useFaults.setState(({ faults }) => ({ faults: without(faults, over) }));
}
