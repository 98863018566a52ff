import { useMemo } from 'react';
import { useCommands, type Command } from '../../state/commands/commands';
import { useTranslation } from '../../words/words';

export interface CommandRow {
  command: Command;
  label: string;
}

/** Every command that can have a key, by its name in the language of now. */
export function useCommandRows(): CommandRow[] {
  const { t, i18n } = useTranslation();
  const commands = useCommands((state) => state.commands);
  return useMemo(
    () =>
      [...commands.values()]
        .map((command) => ({ command, label: command.label(t) }))
        .sort((one, other) => one.label.localeCompare(other.label, i18n.language)),
    [commands, t, i18n.language],
  );
}
