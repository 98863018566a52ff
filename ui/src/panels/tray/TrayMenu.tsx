import { IconLoader2, IconPlayerPause, IconPlayerPlay, IconPower } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { askDesktop, isDesktop } from '../../api/desktop';
import { useVersion } from '../../api/queries';
import { useQueue } from '../../api/queue';
import { cancelRuns } from '../../api/runs';
import { perform } from '../../state/commands/commands';
import { hashOf } from '../../state/route';
import { going, MOST_GOING, type Going } from '../../state/tray/going';
import { toast } from '../../state/toasts';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import './tray.css';

interface Props {
  hold: (isHeld: boolean) => void;
  close: () => void;
}

/** How things stand, the queue, each run with its Stop, and in our window what concerns the program. */
export function TrayMenu({ hold, close }: Props): ReactNode {
  const { t } = useTranslation();
  const { data: queue } = useQueue();
  const version = useVersion().data?.version;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const runs = useGoing();
  const more = (queue?.running.length ?? 0) - runs.length;
  return (
    <>
      <div className="tray-head">
        <i className={queue && queue.running.length > 0 ? 'on' : undefined} aria-hidden />
        <b data-testid="tray-status">{queue ? statusOf(t, queue) : t('bar.needs_server')}</b>
        {version && <span className="dim cap">v{version}</span>}
      </div>
      <button ref={first} type="button" className="tray-item" disabled={!queue} onClick={() => hold(!queue?.paused)} data-testid="tray-hold">
        {queue?.paused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
        {t(queue?.paused ? 'tray.resume' : 'tray.pause')}
      </button>
      {runs.length > 0 && <ul className="tray-runs">{runs.map((one) => <Row key={one.run.id} going={one} close={close} />)}</ul>}
      {runs.length === MOST_GOING && more > 0 && <a className="tray-item" href={hashOf({ view: 'runs' })} onClick={close}>{t('quit.more', { count: more })}</a>}
      {isDesktop() && <OfWindow close={close} />}
    </>
  );
}

function statusOf(t: TFunction, { running, waiting, paused }: { running: unknown[]; waiting: unknown[]; paused: boolean }): string {
  const parts = [
    running.length > 0 && t('status.running', { count: running.length }),
    paused ? t('status.paused', { count: waiting.length }) : waiting.length > 0 && t('status.waiting', { count: waiting.length }),
  ];
  return parts.filter(Boolean).join(t('tray.between')) || t('tray.idle');
}

/** What executes, looked at while the menu is open. */
function useGoing(): Going[] {
  const { data: queue } = useQueue();
  const { data = [] } = useQuery({
    queryKey: ['going', queue?.running],
    queryFn: ({ signal }) => going(queue!, signal),
    placeholderData: (before) => before,
    refetchInterval: 1500,
    enabled: queue !== undefined,
    retry: 0,
  });
  return data.filter(({ run }) => queue?.running.includes(run.id));
}

function Row({ going: { run, done, all }, close }: { going: Going; close: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isStopping, setStopping] = useState(false);
  const name = run.name || run.graph_name || run.id.slice(0, 8);
  const stop = (): void => {
    setStopping(true);
    cancelRuns([run.id])
      .catch((error: unknown) => {
        setStopping(false);
        toast({ tone: 'error', text: (t) => sentenceOf(t, error) });
      })
      .finally(() => void client.invalidateQueries({ queryKey: ['queue'] }));
  };
  return (
    <li data-testid={`tray-run-${run.id}`}>
      <IconLoader2 size={14} className="turning" aria-hidden />
      <a className="cut" href={hashOf({ view: 'runs', id: run.id, tab: 'log' })} onClick={close}>{name}</a>
      {all > 0 && <span className="dim cap">{t('tray.of', { done, all })}</span>}
      <button type="button" className="btn small" disabled={isStopping} aria-label={t('tray.stop', { name })} onClick={stop} data-testid={`tray-stop-${run.id}`}>{t('bar.stop')}</button>
      {all > 0 && <progress className="tray-bar" max={all} value={done} aria-hidden />}
    </li>
  );
}

/** Of our window: starting with the system, and leaving. */
function OfWindow({ close }: { close: () => void }): ReactNode {
  const { t } = useTranslation();
  const [isAtLogin, setAtLogin] = useState<boolean | null>(null);
  useEffect(() => void askDesktop<{ at_login: boolean | null }>('tray').then((told) => setAtLogin(told.at_login), () => undefined), []);
  const set = (on: boolean): void => void askDesktop<boolean | null>('set_at_login', { on }).then(setAtLogin, () => undefined);
  const quit = (): void => {
    close();
    perform('file.quit');
  };
  return (
    <div className="tray-window">
      {isAtLogin !== null && (
        <label className="tray-item">
          <input type="checkbox" role="switch" className="switch" checked={isAtLogin} onChange={(event) => set(event.currentTarget.checked)} data-testid="tray-login" />
          {t('tray.at_login')}
        </label>
      )}
      <button type="button" className="tray-item" onClick={quit} data-testid="tray-quit"><IconPower size={14} aria-hidden />{t('desktop.quit')}</button>
    </div>
  );
}
