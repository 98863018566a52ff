/** What a person can do about settings from anywhere: menus, keys, the command palette. */
import { register } from '../commands/commands';
import { go } from '../route';

/** Register; once, when the program starts. */
export function registerSettingsCommands(): void {
  register([
    {
      id: 'settings.open', label: (t) => t('settings.command_open'), keys: ['mod+,'], scope: 'global', inFields: true,
      menu: { name: 'file', group: 8 }, run: () => go({ view: 'settings' }),
    },
    {
      id: 'settings.shortcuts', label: (t) => t('settings.command_shortcuts'), scope: 'global', menu: { name: 'help', group: 1 },
      run: () => go({ view: 'settings', id: 'shortcuts' }),
    },
    {
      id: 'settings.about', label: (t) => t('settings.command_about'), scope: 'global', menu: { name: 'help', group: 9 },
      run: () => go({ view: 'settings', id: 'about' }),
    },
  ]);
}
