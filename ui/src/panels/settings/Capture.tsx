import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { chordOf, shown } from '../../state/commands/chord';
import { useCommands, type Command } from '../../state/commands/commands';
import { setSetting, setting } from '../../state/settings/settings';
import { clash, isTaken, isUnfinished, withChord, withNone } from '../../state/settings/shortcuts';
import { useTranslation } from '../../words/words';

interface Props {
  command: Command;
  label: string;
  done: () => void;
}

/** Waits for the keys of a command. Escape leaves them; keys that another command has are taken only on asking. */
export function Capture({ command, label, done }: Props): ReactNode {
  const { t } = useTranslation();
  const [chord, setChord] = useState<string | null>(null);
  const box = useRef<HTMLButtonElement>(null);
  useEffect(() => box.current?.focus(), []);
  const commands = useCommands((state) => state.commands);
  const other = chord === null ? null : clash(commands.values(), setting('shortcuts'), command.id, chord);
  const refused = chord !== null && isTaken(chord);

  const choose = (wanted: string): void => {
    setSetting('shortcuts', withChord(commands.values(), setting('shortcuts'), command, wanted));
    done();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey) return; // the way out by keyboard
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return done();
    const wanted = chordOf(event.nativeEvent);
    if (isUnfinished(wanted)) return;
    setChord(wanted);
    if (!isTaken(wanted) && clash(commands.values(), setting('shortcuts'), command.id, wanted) === null) choose(wanted);
  };
  return (
    <div className="shortcut-capture">
      <span className="grow">{label}</span>
      <button ref={box} type="button" className="capture" aria-label={t('shortcuts.press_of', { label })} onKeyDown={press} data-testid="shortcut-capture">
        {chord === null ? t('shortcuts.press') : <kbd className="key">{shown(chord)}</kbd>}
      </button>
      {other && chord !== null && !refused && (
        <button type="button" className="btn small" onClick={() => choose(chord)} data-testid="shortcut-take">{t('shortcuts.take')}</button>
      )}
      <button
        type="button" className="btn small" data-testid="shortcut-none"
        onClick={() => {
          setSetting('shortcuts', withNone(setting('shortcuts'), command));
          done();
        }}
      >
        {t('shortcuts.remove')}
      </button>
      <button type="button" className="btn small bare" onClick={done}>{t('shortcuts.cancel')}</button>
      <p role="status" className="capture-told" data-testid="shortcut-told">
        {refused && t('shortcuts.taken', { keys: shown(chord) })}
        {other && !refused && chord !== null && t('shortcuts.clash', { keys: shown(chord), label: other.label(t) })}
      </p>
    </div>
  );
}
