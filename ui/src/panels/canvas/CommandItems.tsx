import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { shown } from '../../state/commands/chord';
import { isEnabled, keysOf, useCommands, type Command } from '../../state/commands/commands';
import { useTranslation } from '../../words/words';

/** Commands as rows of a menu, with their keys; groups without one that can be done are left out. */
export function CommandItems({ groups }: { groups: readonly (readonly string[])[] }): ReactNode {
  const { t } = useTranslation();
  const commands = useCommands((state) => state.commands);
  const filled = groups
    .map((group) => group.map((id) => commands.get(id)).filter((one): one is Command => one !== undefined && isEnabled(one)))
    .filter((group) => group.length > 0);
  return filled.map((group, at) => (
    <Fragment key={group[0]!.id}>
      {at > 0 && <Menu.Divider />}
      {group.map((command) => {
        const key = keysOf(command)[0];
        return (
          <Menu.Item
            key={command.id} onClick={command.run} data-testid={`menu-${command.id}`}
            rightSection={key ? <kbd className="key">{shown(key)}</kbd> : command.isChecked?.() && <IconCheck size={14} aria-hidden />}
          >
            {command.label(t)}
          </Menu.Item>
        );
      })}
    </Fragment>
  ));
}
