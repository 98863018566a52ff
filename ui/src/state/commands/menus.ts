/** Commands by menu: groups in their order, and within a group the order in which they were made known. */
import type { Command, MenuName } from './commands';

export const MENUS: readonly MenuName[] = ['file', 'edit', 'view', 'run', 'help'];

/** The groups of one menu; none that is empty. */
export function menuOf(name: MenuName, commands: Iterable<Command>): Command[][] {
  const groups = new Map<number, Command[]>();
  for (const command of commands) {
    if (command.menu?.name !== name) continue;
    groups.set(command.menu.group, [...(groups.get(command.menu.group) ?? []), command]);
  }
  return [...groups.entries()].sort(([one], [other]) => one - other).map(([, group]) => group);
}

/** The menu beside `name`, round at the ends. step: 1 or -1. */
export function neighbour(name: MenuName, step: number): MenuName {
  return MENUS[(MENUS.indexOf(name) + step + MENUS.length) % MENUS.length]!;
}
