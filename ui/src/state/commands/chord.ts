/** Keys as text: `mod+shift+z`, `f6`, `?`. `mod` is Ctrl, and Cmd on a Mac. */

export interface Press {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

const NAMES: Record<string, string> = { ' ': 'space', esc: 'escape', del: 'delete' };

/** The chord of a key press. A letter is the one printed on the key; where that is none of ours, the one of its place. */
export function chordOf(press: Press, mac = isMac): string {
  const key = nameOf(press);
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  const parts: string[] = [];
  if (mac ? press.metaKey : press.ctrlKey) parts.push('mod');
  if (mac ? press.ctrlKey : press.metaKey) parts.push('ctrl');
  if (press.altKey) parts.push('alt');
  // a sign such as ? needs Shift on some keyboards and not on others
  if (press.shiftKey && !isSign) parts.push('shift');
  return [...parts, key].join('+');
}

function nameOf({ key, code }: Press): string {
  const place = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase();
  const typed = key.toLowerCase();
  // digits with Shift are signs, letters with Alt are accents, and a Zhuyin keyboard types no Latin letter at all
  if (place && !/^[a-z]$/.test(typed) && !isPlainSign(typed)) return place;
  return NAMES[typed] ?? typed;
}

function isPlainSign(typed: string): boolean {
  return typed.length === 1 && typed > ' ' && typed < '\u007f' && !/[0-9!@#$%^&*()]/.test(typed);
}

const SIGNS: Record<string, string> = {
  mod: 'Ctrl', ctrl: 'Win', alt: 'Alt', shift: 'Shift', enter: 'Enter', escape: 'Esc', delete: 'Del', space: 'Space', tab: 'Tab',
  backspace: 'Backspace', arrowup: '↑', arrowdown: '↓', arrowleft: '←', arrowright: '→', home: 'Home', end: 'End', pageup: 'PgUp', pagedown: 'PgDn',
};
const MAC_SIGNS: Record<string, string> = { ...SIGNS, mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧', enter: '↩', delete: '⌦', backspace: '⌫' };

/** How a chord is shown beside a command. */
export function shown(chord: string, mac = isMac): string {
  const signs = mac ? MAC_SIGNS : SIGNS;
  return partsOf(chord).map((part) => signs[part] ?? part.toUpperCase()).join(mac ? '' : '+');
}

/** The parts of a chord; the last may be `+` itself. */
export function partsOf(chord: string): string[] {
  return chord.endsWith('+') ? [...chord.slice(0, -1).split('+').filter(Boolean), '+'] : chord.split('+');
}
