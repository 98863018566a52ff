import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCommands, type Command, type MenuName } from '../../state/commands/commands';
import { menuOf, MENUS, neighbour } from '../../state/commands/menus';
import { useTranslation } from '../../words/words';
import { MenuList } from './MenuList';

/**
 * The menus, made from the list of commands, with the keys of the ARIA pattern "menubar": with one of them open, the
 * pointer and the arrow keys go to the others.
 */
export function MenuBar(): ReactNode {
  const { t } = useTranslation();
  const commands = useCommands((state) => state.commands);
  const [open, setOpen] = useState<MenuName | null>(null);
  /** Opened by a key: then its first command gets the focus. */
  const [isByKey, setByKey] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  /** Where the focus was before it came here: a command finds it there again. */
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!open) return;
    const leave = (event: PointerEvent): void => {
      if (!bar.current?.contains(event.target as Node)) setOpen(null);
    };
    addEventListener('pointerdown', leave, true);
    return () => removeEventListener('pointerdown', leave, true);
  }, [open]);

  const button = (name: MenuName): HTMLElement | null => bar.current?.querySelector<HTMLElement>(`[data-menu="${name}"]`) ?? null;

  const show = (name: MenuName, byKey: boolean): void => {
    setByKey(byKey);
    setOpen(name);
  };

  const press = (event: KeyboardEvent, name: MenuName): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const next = neighbour(name, step);
      button(next)?.focus();
      if (open) show(next, true);
    } else if (event.key === 'Escape' && open) {
      setOpen(null);
      button(name)?.focus();
    } else if (['ArrowDown', 'Enter', ' '].includes(event.key) && (open !== name || event.key === 'ArrowDown')) {
      show(name, true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const run = (command: Command): void => {
    setOpen(null);
    if (before.current?.isConnected) before.current.focus();
    else (document.activeElement as HTMLElement | null)?.blur();
    command.run();
  };

  return (
    <div
      className="menus" ref={bar} role="menubar" aria-label={t('menu.label')}
      onFocus={({ relatedTarget }) => {
        if (!bar.current?.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !bar.current?.contains(relatedTarget)) setOpen(null);
      }}
    >
      {MENUS.map((name) => ({ name, groups: menuOf(name, commands.values()) })).filter(({ groups }) => groups.length > 0).map(({ name, groups }) => (
        <div key={name} className="place-of-menu" role="none">
          <button
            type="button" role="menuitem" aria-haspopup="menu" aria-expanded={open === name} className="menu" data-menu={name} data-testid={`menu-${name}`}
            tabIndex={name === 'file' ? 0 : -1}
            onKeyDown={(event) => press(event, name)}
            onClick={() => (open === name ? setOpen(null) : show(name, false))}
            onPointerEnter={() => {
              if (open && open !== name) show(name, false);
            }}
          >
            {t(`menu.${name}`)}
          </button>
          {open === name && (
            <MenuList key={isByKey ? 'key' : 'pointer'} label={t(`menu.${name}`)} groups={groups} isByKey={isByKey} run={run} onKey={(event) => press(event, name)} />
          )}
        </div>
      ))}
    </div>
  );
}
