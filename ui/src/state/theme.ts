/** Which colours: what the person chose, else what the system has. */
import { create } from 'zustand';

export type Scheme = 'dark' | 'light';
export type SchemeChoice = Scheme | 'system';

const KEY = 'cdui.scheme';

interface Theme {
  choice: SchemeChoice;
  choose: (choice: SchemeChoice) => void;
}

export const useTheme = create<Theme>((set) => ({
  choice: starting(),
  choose: (choice) => {
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // a browser that keeps nothing: it holds for this visit
    }
    set({ choice });
  },
}));

/** The scheme in force. */
export function schemeOf(choice: SchemeChoice, systemIsLight: boolean): Scheme {
  if (choice !== 'system') return choice;
  return systemIsLight ? 'light' : 'dark';
}

function starting(): SchemeChoice {
  const asked = new URLSearchParams(globalThis.location?.search ?? '').get('theme');
  if (asked === 'dark' || asked === 'light') return asked;
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === 'dark' || kept === 'light') return kept;
  } catch {
    // as above
  }
  return 'system';
}
