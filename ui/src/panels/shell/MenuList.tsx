import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { shown } from '../../state/commands/chord';
import { isEnabled, keysOf, type Command } from '../../state/commands/commands';
import { useTranslation } from '../../words/words';

interface Props {
  label: string;
  groups: readonly (readonly Command[])[];
  /** The first command gets the focus at once. */
  isByKey: boolean;
  run: (command: Command) => void;
  /** Keys that are none of the list's own. */
  onKey: (event: KeyboardEvent) => void;
}

/** The commands of one menu. Those that cannot be used now can still be reached and read, and do nothing. */
export function MenuList({ label, groups, isByKey, run, onKey }: Props): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => [...list.current!.querySelectorAll<HTMLElement>('.menu-item')];
  useEffect(() => {
    if (isByKey) items()[0]?.focus();
    else list.current?.focus();
  }, [isByKey]);

  const press = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = next(event.key, at, all.length) ?? byLetter(event.key, at, all);
    if (to === null) return onKey(event);
    event.preventDefault();
    event.stopPropagation();
    all[to]?.focus();
  };

  return (
    <div className="menu-list float" role="menu" aria-label={label} ref={list} tabIndex={-1} onKeyDown={press}>
      {groups.map((group, at) => [
        at > 0 && <div key={`line-${at}`} className="line" role="separator" />,
        ...group.map((command) => <Item key={command.id} command={command} run={run} />),
      ])}
    </div>
  );
}

function Item({ command, run }: { command: Command; run: (command: Command) => void }): ReactNode {
  const { t } = useTranslation();
  const chord = keysOf(command)[0];
  const isChecked = command.isChecked?.();
  const canRun = isEnabled(command);
  const label = command.label(t);
  return (
    <div
      className="menu-item" tabIndex={-1} aria-disabled={!canRun || undefined} data-testid={`menu-item-${command.id}`} title={label.length > 48 ? label : undefined}
      role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'} aria-checked={isChecked}
      onPointerMove={(event) => event.currentTarget.focus()}
      onClick={() => canRun && run(command)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        if (canRun) run(command);
      }}
    >
      <span className="tick">{isChecked && <IconCheck size={14} aria-hidden />}</span>
      <span className="label cut">{label}</span>
      {chord && <kbd>{shown(chord)}</kbd>}
    </div>
  );
}

function next(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The next command that begins with a letter. */
function byLetter(key: string, at: number, all: readonly HTMLElement[]): number | null {
  if (key.length !== 1 || key === ' ') return null;
  const begins = (item: HTMLElement): boolean => (item.querySelector('.label')?.textContent ?? '').toLowerCase().startsWith(key.toLowerCase());
  const after = all.findIndex((item, place) => place > at && begins(item));
  const found = after >= 0 ? after : all.findIndex(begins);
  return found >= 0 ? found : null;
}
