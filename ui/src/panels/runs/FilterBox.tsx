import { IconSearch, IconX } from '@tabler/icons-react';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFacets } from '../../api/runSets';
import { completionsOf, type Completion } from '../../state/runs/complete';
import { useRunsList } from '../../state/runs/list';
import { useTranslation } from '../../words/words';

/** What the list is filtered by, in words, with what may follow offered below. */
export function FilterBox(): ReactNode {
  const { t } = useTranslation();
  const typed = useRunsList((list) => list.typed);
  const { type } = useRunsList.getState();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { tags, graphs, workers } = useFacets();
  const statuses = t('run_status', { returnObjects: true }) as Record<string, string>;
  const offered = useMemo(
    () => (isOpen ? completionsOf(typed, caret, { tag: tags, graph: graphs, worker: workers }, statuses) : []),
    [isOpen, typed, caret, tags, graphs, workers, statuses],
  );
  const active = offered.length > 0 ? Math.min(at, offered.length - 1) : -1;
  const take = ({ text, caret: to, isKey }: Completion): void => {
    type(text);
    setAt(0);
    setCaret(to);
    setOpen(isKey);
    requestAnimationFrame(() => input.current?.setSelectionRange(to, to));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (active >= 0 && step !== undefined) setAt((active + step + offered.length) % offered.length);
    else if (active >= 0 && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) take(offered[active]!);
    else if (active >= 0 && event.key === 'Escape') setOpen(false);
    else if (event.key === 'Escape') type('');
    else if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.runs-table [tabindex="0"][role="row"]')?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div className="field runs-filter">
      <IconSearch size={14} aria-hidden />
      <input
        ref={input}
        value={typed}
        placeholder={t('runs.filter')}
        aria-label={t('runs.filter_label')}
        spellCheck={false}
        autoComplete="off"
        role="combobox"
        aria-expanded={active >= 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        data-testid="runs-filter"
        onChange={(event) => {
          type(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart ?? 0);
          setOpen(true);
          setAt(0);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {typed !== '' && (
        <button type="button" className="btn icon small" aria-label={t('runs.clear')} onClick={() => type('')}>
          <IconX size={14} aria-hidden />
        </button>
      )}
      <ul id={listId} className="offered float" role="listbox" aria-label={t('runs.offered')} hidden={active < 0}>
        {offered.map((one, index) => (
          <li
            key={one.text}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            data-testid={`runs-offered-${index}`}
            onPointerDown={(event) => {
              event.preventDefault(); // the field keeps the focus
              take(one);
            }}
          >
            <span className={one.isKey ? 'mono cut' : 'cut'}>{one.label}</span>
            <span className="dim cap">{one.isKey ? t(`runs.keys.${one.key}`) : (one.count ?? '')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
