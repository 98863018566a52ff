import { useState, type ReactNode } from 'react';
import { Dialog } from '../../parts/Dialog';
import { shown } from '../../state/commands/chord';
import { keysOf, useCommands, type Command } from '../../state/commands/commands';
import { menuOf, MENUS } from '../../state/commands/menus';
import { useTranslation } from '../../words/words';
import './commands.css';

/** Every command that has a key, by menu; those without a menu come last. */
export function Shortcuts({ close }: { close: () => void }): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const commands = useCommands((state) => state.commands);
  useCommands((state) => state.chosen); // keys that the person chose are shown as they are now
  const wanted = typed.trim().toLowerCase();
  const fits = (command: Command): boolean =>
    keysOf(command).length > 0 && (!wanted || `${command.label(t)} ${keysOf(command).map((key) => shown(key)).join(' ')}`.toLowerCase().includes(wanted));
  const sections = [
    ...MENUS.map((name) => ({ title: t(`menu.${name}`), list: menuOf(name, commands.values()).flat().filter(fits) })),
    { title: t('finder.others'), list: [...commands.values()].filter((one) => !one.menu && fits(one)) },
  ].filter(({ list }) => list.length > 0);
  return (
    <Dialog title={t('command.shortcuts')} onClose={close} testId="shortcuts" width={760}>
      <label className="field">
        <input
          value={typed} placeholder={t('finder.search_keys')} aria-label={t('finder.search_keys')} data-testid="shortcuts-search"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <div className="sheet">
        {sections.map(({ title, list }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {list.map((command) => (
                <div key={command.id} data-testid={`shortcut-${command.id}`}>
                  <dt className="cut">{command.label(t)}</dt>
                  <dd>{keysOf(command).map((key) => <kbd key={key} className="key">{shown(key)}</kbd>)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {sections.length === 0 && <p className="dim" role="status">{t('finder.none', { typed })}</p>}
    </Dialog>
  );
}
