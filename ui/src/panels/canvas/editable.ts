/** Which commands of the canvas there are for a graph, or in a window, that is only for looking: those that change nothing. */
import { isEnabled, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { isLookOnly } from '../../state/view/view';
import { toast, useToasts } from '../../state/toasts';

/** The word that is on show, by its id. */
let said = 0;

/** Say why a change of it does nothing, once. */
export function sayReadOnly(): void {
  if (!useToasts.getState().shown.some(({ id }) => id === said)) said = toast({ text: (t) => t('looking.read_only') });
}

const HARMLESS = /^(?:view\.|arrange\.go_|run\.(?:queue_on|stop)$|edit\.(?:copy|choose|choose_more|inspect|select_all|select_none)$)/;

const RUNS = /^run\./;

/** The graph on show may be changed here. */
export function mayEdit(): boolean {
  return useEditor.getState().readOnly === null && !isLookOnly();
}

/** The same command; off while the graph in front can only be looked at, unless it changes nothing. A narrow window runs graphs all the same. */
export function forEditing(command: Command): Command {
  if (HARMLESS.test(command.id)) return command;
  const can = RUNS.test(command.id) ? () => useEditor.getState().readOnly === null : mayEdit;
  return { ...command, isEnabled: () => can() && isEnabled(command) };
}
