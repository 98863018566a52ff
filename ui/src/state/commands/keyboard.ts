/** The one listener for keys: it finds the command of a chord and runs it. */
import { parseRoute } from '../route';
import { chordOf } from './chord';
import { isEnabled, keysOf, useCommands, type Command } from './commands';

/** Listen; once, when the program starts. */
export function startKeyboard(): () => void {
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const focus = document.activeElement;
  // dialogs and menus have keys of their own, which come first
  if (document.querySelector('dialog[open]') || focus?.closest('[role="menu"], [role="listbox"]')) return;
  const chord = chordOf(event);
  const command = commandOf(chord, placeOf(focus), event.repeat);
  if (!command) return;
  // with a key that the person chose for it the browser has nothing to do
  if (command.onKey && command.keys?.includes(chord)) return command.onKey();
  event.preventDefault();
  command.run();
}

export interface Place {
  /** Somebody writes there. */
  isField: boolean;
  /** The canvas view is on show. */
  isView: boolean;
  /** The canvas itself, or nothing, has the focus: single keys are the canvas's then. */
  isFree: boolean;
}

/** The command that a chord means there. */
export function commandOf(chord: string, place: Place, isRepeat: boolean): Command | null {
  for (const command of useCommands.getState().commands.values()) {
    if (!keysOf(command).includes(chord)) continue;
    if (isRepeat && !command.repeats) continue;
    if (place.isField && !command.inFields) continue;
    if (command.scope === 'canvas' && !(place.isView && (place.isFree || chord.startsWith('mod+')))) continue;
    if (isEnabled(command) && !command.areKeysTaken?.()) return command;
  }
  return null;
}

function placeOf(focus: Element | null): Place {
  const isField = focus instanceof HTMLElement && (focus.isContentEditable || isInput(focus));
  const isFree = !focus || focus === document.body || focus.closest('[data-canvas]') !== null;
  return { isField, isFree, isView: parseRoute(location.hash).view === 'canvas' };
}

function isInput(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement) return !/^(?:checkbox|radio|button|range|color|file)$/.test(element.type);
  return /^(?:TEXTAREA|SELECT)$/.test(element.tagName);
}
