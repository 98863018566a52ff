import { IconCommand, IconListDetails, IconPlus, IconSearch, IconSettings, IconSitemap, IconSquareRoundedLetterN } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { shown } from '../../state/commands/chord';
import { ranked } from '../../state/finder/rank';
import { useTranslation } from '../../words/words';
import './commands.css';
import { useFindables, type Findable, type Kind } from './useFindables';

const SHOWN = 50;

const SIGNS: Record<Kind, typeof IconCommand> = {
  command: IconCommand, graph: IconSitemap, node: IconSquareRoundedLetterN, type: IconPlus, run: IconListDetails, setting: IconSettings,
};

/** The command palette: one field that finds commands, nodes, graphs, runs, node types and settings. */
export function Finder({ close }: { close: () => void }): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const all = useFindables();
  const found = useMemo(() => ranked(all, typed, SHOWN), [all, typed]);
  // before the next paint and, at the end, while it is still in the page: only then the focus goes back
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen, found]);

  const take = (one: Findable | undefined): void => {
    if (!one) return;
    close();
    // the dialog gives the focus back first, so that what is opened or shown has it afterwards
    setTimeout(one.run);
  };

  const press = (event: KeyboardEvent): void => {
    const last = found.length - 1;
    if (event.key === 'ArrowDown') setChosen(chosen >= last ? 0 : chosen + 1);
    else if (event.key === 'ArrowUp') setChosen(chosen <= 0 ? Math.max(last, 0) : chosen - 1);
    else if (event.key === 'PageDown') setChosen(Math.min(chosen + 10, Math.max(last, 0)));
    else if (event.key === 'PageUp') setChosen(Math.max(chosen - 10, 0));
    else if (event.key === 'Enter') take(found[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog} className="finder" aria-label={t('command.finder')} data-testid="finder"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="search">
        <IconSearch size={16} aria-hidden />
        <input
          data-autofocus value={typed} placeholder={t('finder.hint')} aria-label={t('command.finder')} role="combobox" aria-expanded={found.length > 0} aria-autocomplete="list"
          aria-controls="finder-list" aria-activedescendant={found[chosen] && optionId(found[chosen])} data-testid="finder-input" spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div className="options" id="finder-list" role="listbox" aria-label={t('command.finder')} ref={list}>
        {found.map((one, at) => <Option key={optionId(one)} one={one} isChosen={at === chosen} choose={() => setChosen(at)} take={() => take(one)} />)}
      </div>
      {found.length === 0 && <p className="none dim" role="status" data-testid="finder-none">{t('finder.none', { typed })}</p>}
    </dialog>
  );
}

interface OptionProps {
  one: Findable;
  isChosen: boolean;
  choose: () => void;
  take: () => void;
}

function Option({ one, isChosen, choose, take }: OptionProps): ReactNode {
  const { t } = useTranslation();
  const Sign = SIGNS[one.kind];
  return (
    <div id={optionId(one)} role="option" aria-selected={isChosen} className="option" data-testid={`finder-${one.kind}-${one.id}`} onPointerMove={choose} onClick={take}>
      <Sign size={16} aria-hidden />
      <span className="cut">{one.title}</span>
      <span className="dim cap cut note">{one.note}</span>
      <span className="grow" />
      {one.chord ? <kbd className="key">{shown(one.chord)}</kbd> : <span className="dim cap kind">{t(`finder.${one.kind}`)}</span>}
    </div>
  );
}

function optionId({ kind, id }: Findable): string {
  return `finder-${kind}-${id}`.replace(/\s/g, '_');
}
