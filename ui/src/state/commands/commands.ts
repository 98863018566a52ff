/** What a person can do here: one list that menus, keys, the command palette and the sheet of shortcuts are made of. */
import type { TFunction } from 'i18next';
import { create } from 'zustand';

export type MenuName = 'file' | 'edit' | 'view' | 'run' | 'help';

export interface Command {
  /** `area.action`, e.g. `edit.undo`; never translated. */
  id: string;
  label: (t: TFunction) => string;
  /** Chords (see chord.ts) unless the person chose others. */
  keys?: readonly string[];
  /** Where its keys count. `canvas`: on the canvas view; those without `mod` only while no panel has the focus. */
  scope: 'global' | 'canvas';
  /** Its keys count in a text field, too. */
  inFields?: boolean;
  /** Goes on while the key is held down. */
  repeats?: boolean;
  /** Its place in a menu; lines are drawn between groups. */
  menu?: { name: MenuName; group: number };
  /** Left out of the command palette. */
  isHidden?: boolean;
  isEnabled?: () => boolean;
  /** Its keys mean something else where the focus is. */
  areKeysTaken?: () => boolean;
  /** For what is on or off. */
  isChecked?: () => boolean;
  run: () => void;
  /** What its own keys do instead of `run`: the browser goes on with them, to an event such as `paste` which does the work. */
  onKey?: () => void;
}

interface Registry {
  commands: ReadonlyMap<string, Command>;
  /** Chords that the person chose, by command; an empty list takes a command's keys away. */
  chosen: Readonly<Record<string, readonly string[]>>;
}

export const useCommands = create<Registry>(() => ({ commands: new Map(), chosen: {} }));

/** Add commands; answers how to take them away again. A component that owns them does it in an effect. */
export function register(added: readonly Command[]): () => void {
  const { commands } = useCommands.getState();
  const next = new Map(commands);
  for (const command of added) next.set(command.id, command);
  useCommands.setState({ commands: next });
  return () => {
    const left = new Map(useCommands.getState().commands);
    for (const command of added) if (left.get(command.id) === command) left.delete(command.id);
    useCommands.setState({ commands: left });
  };
}

/** Other keys than the built-in ones, by command id. */
export function chooseKeys(chosen: Registry['chosen']): void {
  useCommands.setState({ chosen });
}

/** The chords of a command as they are now. */
export function keysOf(command: Command): readonly string[] {
  return useCommands.getState().chosen[command.id] ?? command.keys ?? [];
}

export function isEnabled(command: Command): boolean {
  return command.isEnabled?.() ?? true;
}

/** Run a command by its id, if it is there and enabled. Answers whether it ran. */
export function perform(id: string): boolean {
  const command = useCommands.getState().commands.get(id);
  if (!command || !isEnabled(command)) return false;
  command.run();
  return true;
}
