import { expect, it } from 'vitest';
import type { Command } from './commands';
import { menuOf, neighbour } from './menus';

const command = (id: string, menu?: Command['menu']): Command => ({
  id, label: () => id, scope: 'global', run: () => undefined, ...(menu && { menu }),
});

it('a menu has its commands by group, in the order of groups', () => {
  const all = [
    command('late', { name: 'file', group: 5 }), command('first', { name: 'file', group: 0 }), command('elsewhere', { name: 'edit', group: 0 }),
    command('second', { name: 'file', group: 0 }), command('nowhere'),
  ];
  expect(menuOf('file', all).map((group) => group.map((one) => one.id))).toEqual([['first', 'second'], ['late']]);
  expect(menuOf('help', all)).toEqual([]);
});

it('the menu beside the last one is the first', () => {
  expect([neighbour('help', 1), neighbour('file', -1), neighbour('edit', 1)]).toEqual(['file', 'help', 'view']);
});
