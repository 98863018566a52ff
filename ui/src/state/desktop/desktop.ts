/** What the page does as part of our window: opens what the window was started with, and closes without losing a thing. */
import { askDesktop, onDesktop, whenDesktop, type Told } from '../../api/desktop';
import { onLanguage, language } from '../../words/language';
import { register, type Command } from '../commands/commands';
import { askMeanwhile } from '../quit/meanwhile';
import { answerClosing } from '../quit/quitting';
import { toast } from '../toasts';
import { openFile, openHeld, refusedText, tell } from './files';

type Opening =
  | { kind: 'link'; hash: string }
  | { kind: 'file'; id: string; name: string; size: number }
  | { kind: 'refused'; refusal: { code: string; params: Record<string, unknown> } };

/** Begin; in a browser nothing but the guard against files that are dropped beside the canvas. */
export function startDesktop(): void {
  guardDrops();
  void whenDesktop().then(begin);
}

function begin(): void {
  onDesktop(told);
  register(COMMANDS);
  look();
  onLanguage(look);
  addEventListener('hashchange', look);
  new MutationObserver(look).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  void openAll();
  void askMeanwhile();
}

/** Tell the window how the page looks and where it is, for the moments when there is no page. */
function look(): void {
  const scheme = document.documentElement.dataset['theme'] ?? 'dark';
  askDesktop('look', { scheme, language: language(), hash: location.hash }).catch(tell);
}

function told(what: Told): void {
  if (what.kind === 'openings') void openAll();
  else if (what.kind === 'closing') void answerClosing(what);
  else if (what.kind === 'runs') return;
  else if (what.ok) toast({ tone: 'done', text: (t) => t('desktop.saved', { path: what.path }) });
  else toast({ tone: 'error', text: (t) => t('desktop.download_failed', { path: what.path }) });
}

async function openAll(): Promise<void> {
  try {
    for (const opening of await askDesktop<Opening[]>('openings')) {
      if (opening.kind === 'link') location.hash = opening.hash;
      else if (opening.kind === 'file') await openHeld(opening);
      else {
        const { code, params } = opening.refusal;
        toast({ tone: 'error', text: (t) => refusedText(t, code, params) });
      }
    }
  } catch (error) {
    tell(error);
  }
}

/** Have the window start the server; says why where it cannot. */
export async function startServer(): Promise<void> {
  try {
    const said = await askDesktop<string | null>('start_server');
    if (said !== null) toast({ tone: 'error', text: (t) => t('desktop.start_failed', { said }) });
  } catch (error) {
    tell(error);
  }
}

const zoom = (steps: number) => (): void => void askDesktop('zoom', { steps }).catch(tell);

const COMMANDS: readonly Command[] = [
  {
    id: 'window.zoom_in', label: (t) => t('desktop.zoom_in'), keys: ['mod+=', 'mod++'], scope: 'global', inFields: true,
    repeats: true, menu: { name: 'view', group: 7 }, run: zoom(1),
  },
  {
    id: 'window.zoom_out', label: (t) => t('desktop.zoom_out'), keys: ['mod+-'], scope: 'global', inFields: true,
    repeats: true, menu: { name: 'view', group: 7 }, run: zoom(-1),
  },
  {
    id: 'window.zoom_reset', label: (t) => t('desktop.zoom_reset'), keys: ['mod+0'], scope: 'global', inFields: true,
    menu: { name: 'view', group: 7 }, run: zoom(0),
  },
  {
    id: 'file.quit', label: (t) => t('desktop.quit'), keys: ['mod+q'], scope: 'global', inFields: true,
    menu: { name: 'file', group: 9 }, run: () => void askDesktop('quit').catch(tell),
  },
];

/** A file dropped where nobody takes it would be shown in place of the program. */
function guardDrops(): void {
  addEventListener('dragover', (event) => {
    if (!event.defaultPrevented && hasFiles(event)) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) void openFile(file);
  });
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
