/** What can be done with the window as a whole: graphs as files, views, panels, language, help. */
import { register, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { emptyDocument } from '../../state/graph/document';
import { show } from '../../state/overlay';
import { toggleDrawer, toggleSide, usePanels } from '../../state/panels';
import { go, parseRoute, type View } from '../../state/route';
import { activate, openDocument, saveNow } from '../../state/saving/saver';
import { setSetting, setting } from '../../state/settings/settings';
import { canReopen, closeTab, reopen } from '../../state/tabs/close';
import { beside } from '../../state/tabs/list';
import { orSay } from '../../state/tabs/start';
import { front, useTabs } from '../../state/tabs/tabs';
import { language, setLanguage, type Language } from '../../words/language';
import { pickFile } from './FilePicker';
import { download } from './files';
import { nextLandmark } from './landmarks';

const FILE: readonly Command[] = [
  { id: 'file.new', label: (t) => t('file.new'), scope: 'global', menu: { name: 'file', group: 0 }, run: () => void openDocument(emptyDocument('')) },
  { id: 'file.open', label: (t) => t('file.open'), keys: ['mod+o'], scope: 'global', inFields: true, menu: { name: 'file', group: 0 }, run: () => show('open') },
  { id: 'file.import', label: (t) => t('file.import'), scope: 'global', menu: { name: 'file', group: 0 }, run: pickFile },
  {
    id: 'file.save', label: (t) => t('file.save'), keys: ['mod+s'], scope: 'global', inFields: true, menu: { name: 'file', group: 1 },
    run: () => void saveNow(),
  },
  {
    id: 'file.versions', label: (t) => t('versions.open'), scope: 'global', menu: { name: 'file', group: 1 },
    isEnabled: () => useEditor.getState().open.file !== null, run: () => show('versions'),
  },
  {
    id: 'file.copy', label: (t) => t('file.copy'), scope: 'global', menu: { name: 'file', group: 1 }, isEnabled: () => useEditor.getState().root.nodes.length > 0,
    run: () => {
      const { root } = useEditor.getState();
      void openDocument({ ...root, name: `${root.name ?? ''} 2`.trim() });
    },
  },
  {
    id: 'file.close', label: (t) => t('tabs.close_this'), keys: ['alt+w'], scope: 'global', inFields: true, menu: { name: 'file', group: 3 },
    run: () => void closeTab(front()),
  },
  {
    id: 'file.reopen', label: (t) => t('tabs.reopen'), keys: ['alt+shift+w'], scope: 'global', menu: { name: 'file', group: 3 },
    isEnabled: canReopen, run: () => void orSay(reopen()),
  },
  {
    id: 'file.next_tab', label: (t) => t('tabs.next'), keys: ['alt+pagedown'], scope: 'global', inFields: true, menu: { name: 'file', group: 4 },
    isEnabled: hasTabs, run: () => toTab(1),
  },
  {
    id: 'file.previous_tab', label: (t) => t('tabs.previous'), keys: ['alt+pageup'], scope: 'global', inFields: true, menu: { name: 'file', group: 4 },
    isEnabled: hasTabs, run: () => toTab(-1),
  },
  {
    id: 'file.download', label: (t) => t('file.download'), scope: 'global', menu: { name: 'file', group: 1 },
    isEnabled: () => useEditor.getState().root.nodes.length > 0, run: () => void download(),
  },
];

/** The views that there are, by the digit of their key. */
const VIEWS: readonly (readonly [1 | 2 | 5, 'canvas' | 'runs' | 'settings'])[] = [[1, 'canvas'], [2, 'runs'], [5, 'settings']];

const VIEW: readonly Command[] = [
  ...VIEWS.map(([digit, view]): Command => ({
    id: `go.${view}`, label: (t) => t(`nav.${view}`), keys: [`alt+${digit}`], scope: 'global', inFields: true,
    menu: { name: 'view', group: -1 }, isChecked: () => isAt(view), run: () => toView(view),
  })),
  {
    id: 'view.side', label: (t) => t('panel.show_side'), keys: ['mod+b'], scope: 'global', inFields: true,
    menu: { name: 'view', group: 2 }, isChecked: () => usePanels.getState().isSideOpen, run: toggleSide,
  },
  {
    id: 'view.drawer', label: (t) => t('panel.drawer'), keys: ['mod+alt+b'], scope: 'canvas', inFields: true,
    menu: { name: 'view', group: 2 }, isEnabled: () => matchMedia('(max-width: 899.98px)').matches, isChecked: () => usePanels.getState().isDrawerOpen, run: toggleDrawer,
  },
  {
    id: 'view.next_panel', label: (t) => t('command.next_panel'), keys: ['f6'], scope: 'global', inFields: true,
    menu: { name: 'view', group: 2 }, run: () => nextLandmark(1),
  },
  {
    id: 'view.previous_panel', label: (t) => t('command.previous_panel'), keys: ['shift+f6'], scope: 'global', inFields: true,
    menu: { name: 'view', group: 2 }, run: () => nextLandmark(-1),
  },
  ...(['system', 'dark', 'light', 'contrast'] as const).map((scheme): Command => ({
    id: `view.theme.${scheme}`, label: (t) => t('command.theme', { theme: t(`theme.${scheme}`) }), scope: 'global',
    menu: { name: 'view', group: 8 }, isChecked: () => setting('theme') === scheme, run: () => setSetting('theme', scheme),
  })),
  ...(['en', 'zh-TW'] as const).map((one: Language): Command => ({
    id: `view.language.${one}`, label: (t) => t(`language.${one}`), scope: 'global',
    menu: { name: 'view', group: 9 }, isChecked: () => language() === one, run: () => setLanguage(one),
  })),
];

const HELP: readonly Command[] = [
  {
    id: 'help.finder', label: (t) => t('command.finder'), keys: ['mod+k'], scope: 'global', inFields: true, isHidden: true,
    menu: { name: 'help', group: 0 }, run: () => show('finder'),
  },
  { id: 'help.shortcuts', label: (t) => t('command.shortcuts'), keys: ['?'], scope: 'global', menu: { name: 'help', group: 0 }, run: () => show('shortcuts') },
];

function hasTabs(): boolean {
  return useTabs.getState().tabs.length > 1;
}

/** Go to the tab beside the one in front. */
function toTab(step: number): void {
  void orSay(activate(beside(useTabs.getState(), step)));
}

function isAt(view: View): boolean {
  return parseRoute(location.hash).view === view;
}

/** The canvas is shown with the graph that is open. */
function toView(view: View): void {
  go({ view, id: view === 'canvas' ? useEditor.getState().open.file : null });
}

/** Make them known; once, when the program starts. */
export function registerShellCommands(): void {
  register([...FILE, ...VIEW, ...HELP]);
}
