/** Which colours are in force: what the person chose, else what the system has. */
import { useSyncExternalStore } from 'react';
import { asked } from './settings/asked';
import { useSettings, type Values } from './settings/settings';

/** What the system knows of: `contrast` is dark to it. */
export type Scheme = 'dark' | 'light';
/** A set of colours of tokens.css. */
export type Look = Scheme | 'contrast';

const LIGHT = '(prefers-color-scheme: light)';
const MORE = '(prefers-contrast: more)';

/** The colours for a choice. */
export function lookOf(choice: Values['theme'], system: { isLight: boolean; wantsContrast: boolean }): Look {
  if (choice !== 'system') return choice;
  if (system.wantsContrast && !system.isLight) return 'contrast';
  return system.isLight ? 'light' : 'dark';
}

/** The colours of now. */
export function useLook(): Look {
  const { theme: choice } = useSettings((state) => state.values);
  const isLight = useMedia(LIGHT);
  const wantsContrast = useMedia(MORE);
  return lookOf(askedLook() ?? choice, { isLight, wantsContrast });
}

/** The colours of now, before anything is drawn. */
export function lookNow(): Look {
  const system = { isLight: matchMedia(LIGHT).matches, wantsContrast: matchMedia(MORE).matches };
  return lookOf(askedLook() ?? useSettings.getState().values.theme, system);
}

/** Whether a condition of the system holds, followed as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** The colours that the address names. */
function askedLook(): Look | null {
  const named = asked('theme');
  return named === 'dark' || named === 'light' || named === 'contrast' ? named : null;
}
