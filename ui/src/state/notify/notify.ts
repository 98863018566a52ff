/** Tells the person by the system what happened while they look elsewhere. Fetched when the first run ends. */
import { askDesktop, isDesktop } from '../../api/desktop';
import type { Run } from '../../api/types.gen';
import { words } from '../../words/words';
import { hashOf } from '../route';
import { useSettings } from '../settings/settings';
import { ticksMs } from '../ticks';
import { gather, isWanted, kindOf, leftMs, NOTHING, type Ended, type Kind } from './gather';

let gathered = NOTHING;
let timer: ReturnType<typeof setTimeout> | null = null;

/** A run has ended. */
export function tellEnded(run: Run): void {
  if (!wants(kindOf(run.status))) return;
  const name = run.name || run.graph_name || run.id.slice(0, 8);
  step({ id: run.id, name, status: run.status, reason: run.error?.text ?? '' });
}

/** The server cannot write any more. */
export function tellDisk(): void {
  const { t } = words;
  if (wants('disk_low')) void show(t('settings.mute.disk_low'), t('banner.disk_full.text'), hashOf({ view: 'settings', id: 'storage' }));
}

function wants(kind: Kind | null): boolean {
  return isWanted(kind, useSettings.getState().values, document.hasFocus());
}

function step(run: Ended | null): void {
  const { after, tell } = gather(gathered, run, ticksMs());
  gathered = after;
  if (tell.length > 0) say(tell);
  if (timer) clearTimeout(timer);
  const left = leftMs(gathered, ticksMs());
  timer = left === null ? null : setTimeout(() => step(null), left);
}

function say(ended: readonly Ended[]): void {
  const { t } = words;
  const [first] = ended;
  if (ended.length > 1 || !first) {
    void show(t('tell.many', { count: ended.length }), ended.map(line).join('\n'), hashOf({ view: 'runs' }));
  } else void show(line(first), first.reason || t('tell.press'), hashOf({ view: 'runs', id: first.id, tab: 'log' }));
}

function line({ name, status }: Ended): string {
  return words.t('notice.ended', { name, status: words.t(`run_status.${status}` as 'run_status.succeeded', status) });
}

/** By the tray where the window has one, else by the browser where it may. A press leads to `hash`. */
async function show(title: string, text: string, hash: string): Promise<void> {
  if (isDesktop() && (await askDesktop<boolean>('notify', { title, text, hash }).catch(() => false))) return;
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { body: text, tag: hash });
  shown.onclick = () => {
    window.focus();
    location.hash = hash;
    shown.close();
  };
}
