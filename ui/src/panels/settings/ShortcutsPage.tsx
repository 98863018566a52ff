import { IconArrowBackUp, IconSearch } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { shown } from '../../state/commands/chord';
import { setSetting, useSetting } from '../../state/settings/settings';
import { chordsOf, withOwn } from '../../state/settings/shortcuts';
import { useCommands, type Command } from '../../state/commands/commands';
import { useTranslation } from '../../words/words';
import { Capture } from './Capture';
import { useCommandRows } from './commandRows';

/** Every command with its keys: look for one, give it others, take them back. */
export function ShortcutsPage(): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [changing, setChanging] = useState<string | null>(null);
  const chosen = useSetting('shortcuts');
  const rows = useCommandRows();
  const visible = useMemo(() => {
    const wanted = typed.trim().toLowerCase();
    return rows.filter(({ command, label }) =>
      [label, command.id, ...chordsOf(command, chosen).map((chord) => shown(chord))].some((text) => text.toLowerCase().includes(wanted)));
  }, [rows, typed, chosen]);
  return (
    <>
      <div className="settings-tools">
        <label className="field grow">
          <IconSearch size={14} aria-hidden />
          <input
            type="search" value={typed} placeholder={t('shortcuts.search')} aria-label={t('shortcuts.search')} data-testid="shortcuts-search"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button
          type="button" className="btn" disabled={Object.keys(chosen).length === 0} data-testid="shortcuts-reset"
          onClick={() => setSetting('shortcuts', null)}
        >
          {t('shortcuts.reset_all')}
        </button>
      </div>
      {visible.length === 0 && <p role="status" className="dim">{t('shortcuts.none', { typed })}</p>}
      <ul className="shortcuts">
        {visible.map(({ command, label }) => (
          <li key={command.id} data-testid={`shortcut-${command.id}`}>
            <ShortcutRow
              command={command} label={label} isChanging={changing === command.id}
              change={() => setChanging(command.id)} done={() => setChanging(null)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  command: Command;
  label: string;
  isChanging: boolean;
  change: () => void;
  done: () => void;
}

function ShortcutRow({ command, label, isChanging, change, done }: RowProps): ReactNode {
  const { t } = useTranslation();
  const chosen = useSetting('shortcuts');
  const chords = chordsOf(command, chosen);
  const isOther = command.id in chosen;
  if (isChanging) return <Capture command={command} label={label} done={done} />;
  return (
    <>
      <span className="grow">{label}</span>
      <span className="shortcut-keys">
        {chords.map((chord) => <kbd key={chord} className="key">{shown(chord)}</kbd>)}
        {chords.length === 0 && <span className="dim">{t('shortcuts.no_key')}</span>}
      </span>
      <button type="button" className="btn small" aria-label={t('shortcuts.change_of', { label })} onClick={change} data-testid={`shortcut-${command.id}-change`}>
        {t('shortcuts.change')}
      </button>
      {isOther ? (
        <button
          type="button" className="btn icon small" aria-label={`${t('settings.reset')}: ${label}`} title={t('settings.reset')}
          data-testid={`shortcut-${command.id}-reset`}
          onClick={() => setSetting('shortcuts', withOwn(useCommands.getState().commands.values(), chosen, command))}
        >
          <IconArrowBackUp size={14} aria-hidden />
        </button>
      ) : <span className="settings-noreset" />}
    </>
  );
}
