/** Other keys for commands: which of them clash, and what is saved. Pure; the list of commands is state/commands. */
import { partsOf } from '../commands/chord';
import type { Command } from '../commands/commands';

/** Chords that a person chose, by command id; an empty list takes a command's keys away. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

/** What browsers and systems keep for themselves, or what one cannot do without: it would never arrive, or lock one out. */
const TAKEN = new Set(['mod+w', 'mod+t', 'mod+n', 'mod+tab', 'mod+shift+tab', 'mod+shift+w', 'mod+shift+n', 'mod+shift+t', 'mod+q', 'alt+f4', 'escape', 'tab', 'shift+tab', 'mod+alt+delete']);
const MODIFIERS = new Set(['control', 'shift', 'alt', 'meta', 'altgraph', 'capslock', 'fn', 'dead', 'process', 'unidentified']);

/** Only a modifier so far: more is to come. */
export function isUnfinished(chord: string): boolean {
  return MODIFIERS.has(partsOf(chord).at(-1) ?? '');
}

/** Whether the browser or the system has this chord. A command of ours may have it from the start, such as Escape. */
export function isTaken(chord: string): boolean {
  return TAKEN.has(chord);
}

/** The chords of a command with what was chosen. */
export function chordsOf(command: Command, chosen: Chosen): readonly string[] {
  return chosen[command.id] ?? command.keys ?? [];
}

/** The other command that a chord would mean as well. */
export function clash(commands: Iterable<Command>, chosen: Chosen, id: string, chord: string): Command | null {
  for (const command of commands) {
    if (command.id !== id && chordsOf(command, chosen).includes(chord)) return command;
  }
  return null;
}

/** With `chord` as the one key of `command`; whoever had it has it no more. */
export function withChord(commands: Iterable<Command>, chosen: Chosen, command: Command, chord: string): Record<string, string[]> {
  let next: Chosen = chosen;
  for (const other of commands) {
    if (other.id === command.id) continue;
    const chords = chordsOf(other, next);
    if (chords.includes(chord)) next = saved(next, other, chords.filter((one) => one !== chord));
  }
  return copied(saved(next, command, [chord]));
}

/** With no key for a command. */
export function withNone(chosen: Chosen, command: Command): Record<string, string[]> {
  return copied(saved(chosen, command, []));
}

/** With a command's own keys. They may clash with what was chosen for another one: that one keeps them. */
export function withOwn(commands: Iterable<Command>, chosen: Chosen, command: Command): Record<string, string[]> {
  const { [command.id]: _, ...left } = chosen;
  const free = (command.keys ?? []).filter((chord) => clash(commands, left, command.id, chord) === null);
  return copied(saved(left, command, free));
}

/** Choosing what a command has anyway is no choice. */
function saved(chosen: Chosen, command: Command, chords: readonly string[]): Chosen {
  if (chords.join(' ') !== (command.keys ?? []).join(' ')) return { ...chosen, [command.id]: chords };
  const { [command.id]: _, ...left } = chosen;
  return left;
}

function copied(chosen: Chosen): Record<string, string[]> {
  return Object.fromEntries(Object.entries(chosen).map(([id, chords]) => [id, [...chords]]));
}
