/** What executes and what waits, looked at while the server is there; and the devices that runs can name. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useConnection } from '../state/connection';
import { useFaults } from '../state/faults';
import { paced } from '../state/live/pace';
import { useSetting } from '../state/settings/settings';
import { language } from '../words/language';
import { useTranslation } from '../words/words';
import { ask } from './http';
import type { Devices, Queue } from './types.gen';

/** Milliseconds between two looks while something runs, and while nothing does. */
const SOON = 1500;
const LATER = 5000;
/** And between two looks at the memory of a card. */
const CARD = 10_000;

/** Whether the server answers: also where something keeps sockets from it. */
export function useIsThere(): boolean {
  const isLinked = useConnection((state) => state.link === 'up');
  const isBlocked = useFaults(({ faults }) => faults.socket_blocked !== undefined);
  return isLinked || isBlocked;
}

/** The same, at this moment. */
export function isThere(): boolean {
  return useConnection.getState().link === 'up' || useFaults.getState().faults.socket_blocked !== undefined;
}

export function useQueue(): UseQueryResult<Queue> {
  const isThere = useIsThere();
  const tells = useSetting('notify'); // of what ends while the person looks elsewhere
  return useQuery({
    queryKey: ['queue'],
    refetchIntervalInBackground: tells,
    queryFn: ({ signal }) => ask<Queue>('GET', '/api/queue', { signal }),
    refetchInterval: ({ state }) => paced(state.data && state.data.running.length + state.data.waiting.length > 0 ? SOON : LATER),
    enabled: isThere,
    retry: 0,
  });
}

export function useDevices(): UseQueryResult<Devices> {
  useTranslation(); // asked anew in another language
  const isThere = useIsThere();
  return useQuery({
    queryKey: ['devices', language()],
    queryFn: ({ signal }) => ask<Devices>('GET', '/api/system/devices', { signal }),
    staleTime: 60_000,
    // how full a card is changes by itself; without one nothing does
    refetchInterval: ({ state }) => (state.data?.devices.some((one) => typeof one.free_bytes === 'number') ? CARD : false),
    enabled: isThere,
    retry: 0,
  });
}
