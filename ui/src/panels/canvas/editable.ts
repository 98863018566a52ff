/** Which commands of the canvas there are for a graph that can only be looked at: those that change nothing. */
import { isEnabled, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { toast, useToasts } from '../../state/toasts';

/** The word that is on show, by its id. */
let said = 0;

/** Say why a change of it does nothing, once. */
export function sayReadOnly(): void {
  if (!useToasts.getState().shown.some(({ id }) => id === said)) said = toast({ text: (t) => t('looking.read_only') });
}

const HARMLESS = /^(?:view\.|arrange\.go_|run\.(?:queue_on|stop)$|edit\.(?:copy|choose|choose_more|inspect|select_all|select_none)$)/;

/** The same command; off while the graph in front can only be looked at, unless it changes nothing. */
export function forEditing(command: Command): Command {
  if (HARMLESS.test(command.id)) return command;
  return { ...command, isEnabled: () => useEditor.getState().readOnly === null && isEnabled(command) };
}
