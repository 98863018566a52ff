/** Whether the server gives out another build of this window than the one that runs here. */
import { create } from 'zustand';
import { ask } from '../api/http';
import type { Version } from '../api/types.gen';
import { useConnection } from './connection';
import { useRoom } from './room';

declare const __UI_BUILD__: string;

/** Milliseconds between two looks while nothing else gives reason to look. */
const EVERY = 60_000;

export const useBuild = create<{ isNew: boolean }>(() => ({ isNew: false }));

/** Whether `theirs` is another build than `ours`; one that tells none (`dev`, or nothing built) is not another. */
export function isOther(ours: string, theirs: string): boolean {
  return ours !== 'dev' && theirs !== '' && theirs !== ours;
}

/** Look after each return of the server, when the window is looked at again, and now and then. */
export function watchBuild(ours = __UI_BUILD__): () => void {
  const look = async (): Promise<void> => {
    try {
      const { ui, free_bytes: freeBytes } = await ask<Version>('GET', '/api/version');
      useRoom.setState({ freeBytes });
      useBuild.setState({ isNew: isOther(ours, ui) });
    } catch {
      // away: it is asked when it is back
    }
  };
  const seen = (): void => {
    if (document.visibilityState === 'visible') void look();
  };
  const stop = useConnection.subscribe((now, before) => {
    if (now.link === 'up' && before.link === 'away') void look();
  });
  const timer = setInterval(() => void look(), EVERY);
  document.addEventListener('visibilitychange', seen);
  return () => {
    stop();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
