import { IconEye, IconPlus, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useRef, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from '../../parts/Dialog';
import { perform } from '../../state/commands/commands';
import { activate } from '../../state/saving/saver';
import { closeTab, useClosing } from '../../state/tabs/close';
import { orSay } from '../../state/tabs/start';
import { moveTab, useTabs, type Tab } from '../../state/tabs/tabs';
import { useTranslation } from '../../words/words';
import './tabs.css';

const MIME = 'application/x-cdui-tab';

/** The graphs that are open. A tab is moved by dragging it or with Ctrl+Shift and an arrow key; a middle click closes it. */
export function GraphTabs(): ReactNode {
  const { t } = useTranslation();
  const { tabs, active } = useTabs();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, tabs.length]);

  const press = (event: KeyboardEvent, at: number): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tab = tabs[at]!;
    if (step && event.ctrlKey && event.shiftKey) moveTab(tab.id, at + step);
    else if (step) list.current?.querySelectorAll<HTMLElement>('.tab')[(at + step + tabs.length) % tabs.length]?.focus();
    else if (event.key === 'Delete') void closeTab(tab.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <nav className="graph-tabs" aria-label={t('tabs.label')}>
      <ol ref={list}>
        {tabs.map((tab, at) => <Row key={tab.id} tab={tab} at={at} isFront={tab.id === active} onKeyDown={(event) => press(event, at)} />)}
      </ol>
      <select
        className="select pick-graph" aria-label={t('tabs.label')} value={active} data-testid="tab-pick"
        onChange={(event) => void orSay(activate(event.currentTarget.value))}
      >
        {tabs.map((tab) => <option key={tab.id} value={tab.id}>{nameOf(t, tab, tabs)}</option>)}
      </select>
      <button type="button" className="btn icon" title={t('file.new')} aria-label={t('file.new')} onClick={() => perform('file.new')} data-testid="tab-new">
        <IconPlus size={16} aria-hidden />
      </button>
    </nav>
  );
}

interface RowProps {
  tab: Tab;
  at: number;
  isFront: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Row({ tab, at, isFront, onKeyDown }: RowProps): ReactNode {
  const { t } = useTranslation();
  const name = nameOf(t, tab, useTabs((state) => state.tabs));
  const mark = tab.isRunning ? 'running' : tab.isUnsaved ? 'unsaved' : null;
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes(MIME)) return;
    event.preventDefault();
    const dragged = useTabs.getState().tabs.find((one) => one.id === dragging);
    if (dragged && dragged.id !== tab.id) moveTab(dragged.id, at);
  };
  return (
    <li
      className={isFront ? 'front' : undefined} draggable data-testid={`tab-${testIdOf(tab)}`} data-status={mark ?? 'saved'}
      onDragStart={(event) => {
        dragging = tab.id;
        event.dataTransfer.setData(MIME, tab.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={over}
      onDrop={(event) => event.preventDefault()}
      onAuxClick={(event) => event.button === 1 && void closeTab(tab.id)}
      // else the middle button begins to scroll
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
    >
      <button
        type="button" className="tab" aria-current={isFront ? 'page' : undefined} title={name} tabIndex={isFront ? 0 : -1}
        onClick={() => void orSay(activate(tab.id))} onKeyDown={onKeyDown}
      >
        {tab.source && <IconEye size={12} aria-hidden />}
        <span className="cut">{name}</span>
        {mark && <i className={`dot ${mark}`} role="img" aria-label={t(mark === 'running' ? 'run_status.running' : 'status.unsaved')} />}
      </button>
      <button type="button" className="close" tabIndex={-1} aria-label={t('tabs.close', { name })} title={t('tabs.close', { name })} onClick={() => void closeTab(tab.id)} data-testid={`tab-close-${testIdOf(tab)}`}>
        <IconX size={12} aria-hidden />
      </button>
    </li>
  );
}

/** What a graph is called beside the others: by its file where another has the same name. */
function nameOf(t: TFunction, tab: Tab, tabs: readonly Tab[]): string {
  const isTwin = tabs.some((one) => one.id !== tab.id && one.source === null && one.name === tab.name);
  const own = (isTwin && tab.file?.replace(/\.json$/, '')) || tab.name || t('canvas.untitled');
  if (tab.source === null) return own;
  return `${own} · ${tab.source.of === 'run' ? tab.source.run.slice(0, 8) : t('looking.tab_version', { revision: tab.source.revision })}`;
}

function testIdOf({ file, source }: Tab): string {
  if (source === null) return file ?? 'new';
  return source.of === 'run' ? source.run : `${source.file}-${source.revision}`;
}

/** The tab that is being dragged: while it is over another, the browser does not tell. */
let dragging = '';

/** Closing would lose what the server does not have. */
export function ClosingDialog(): ReactNode {
  const { t } = useTranslation();
  const tab = useClosing((state) => state.tab);
  const name = useTabs(({ tabs }) => tabs.find((one) => one.id === tab)?.name) || t('canvas.untitled');
  if (tab === null) return null;
  const stay = (): void => useClosing.setState({ tab: null });
  return (
    <Dialog
      title={t('tabs.unsaved_title', { name })} onClose={stay} testId="closing-dialog"
      foot={
        <>
          <button type="button" className="btn danger" onClick={() => void closeTab(tab, true)} data-testid="closing-lose">{t('tabs.lose')}</button>
          <button type="button" className="btn primary" data-autofocus onClick={stay} data-testid="closing-stay">{t('tabs.stay')}</button>
        </>
      }
    >
      <p>{t('tabs.unsaved_text')}</p>
    </Dialog>
  );
}
