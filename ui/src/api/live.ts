/** The window's one socket by which the server tells that runs have changed, and which of them have ended. */
import type { QueryClient } from '@tanstack/react-query';
import { tellEnds } from '../state/live/ends';
import { SAFETY_MS, tellChange, useLive } from '../state/live/pace';
import { keepFresh, repace } from '../state/live/refreshing';
import { ExecutionSocket } from './socket';
import type { Frame } from './types.gen';

/** Begin to listen; answers how to stop. make: the socket, for tests. */
export function startLive(client: QueryClient, make?: (url: string) => WebSocket): () => void {
  /** As far as this window has been told. */
  let version: string | null = null;
  let at = '';
  const tells = (isTold: boolean): void => {
    if (useLive.getState().isTold === isTold) return;
    useLive.setState({ isTold });
    repace(client);
  };
  let again: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => socket.send({ action: 'watch', since: version });
  const frame = (frame: Frame): void => {
    if (frame.type === 'error') {
      tells(false); // more watch than the server has room for
      clearTimeout(again);
      again = setTimeout(watch, SAFETY_MS);
      return;
    }
    if (frame.type !== 'watching' && frame.type !== 'runs_changed') return;
    tells(true);
    if (frame.version !== version) tellChange(frame);
    if (version !== null) tellEnds(frame.ended, frame.missed ? at : null);
    ({ version, at } = frame);
  };
  const socket: ExecutionSocket = new ExecutionSocket(
    {
      frame,
      state: (state) => {
        clearTimeout(again);
        if (state === 'open') watch();
        else tells(false);
      },
    },
    make,
  );
  const seen = (): void => {
    if (!document.hidden) tellChange(null); // what was told meanwhile was not asked for
  };
  const stop = keepFresh(client);
  document.addEventListener('visibilitychange', seen);
  socket.open();
  return () => {
    document.removeEventListener('visibilitychange', seen);
    stop();
    clearTimeout(again);
    socket.close();
  };
}
