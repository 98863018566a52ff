import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ask } from '../../api/http';
import type { Run, SettingsAnswer } from '../../api/types.gen';
import { Dialog } from '../../parts/Dialog';
import { StatusMark } from '../../parts/StatusWord';
import type { Choice } from '../../state/quit/answer';
import { notEnded, quit, stay, useQuitting } from '../../state/quit/quitting';
import { setSetting, sync } from '../../state/settings/settings';
import { useTabs } from '../../state/tabs/tabs';
import { useTranslation } from '../../words/words';
import './quit.css';

/** Rows of the dialog; more are a number. */
const MOST_ROWS = 5;

/** What quitting would cost, before it costs it. */
export function QuitDialog(): ReactNode {
  return useQuitting((state) => state.asked) === 'changes' ? <AboutChanges /> : <AboutRuns />;
}

/** Gives the focus to the button that loses nothing: the dialog itself would give it to its first field. */
function useSafeButton(): React.RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return button;
}

function AboutChanges(): ReactNode {
  const { t } = useTranslation();
  const safe = useSafeButton();
  return (
    <Dialog
      title={t('quit.unsaved')} onClose={stay} testId="quit-dialog" width={480}
      foot={
        <>
          <button type="button" className="btn danger" onClick={() => void quit('stop')} data-testid="quit-anyway">{t('quit.anyway')}</button>
          <button ref={safe} type="button" className="btn primary" onClick={stay} data-testid="quit-cancel">{t('quit.stay')}</button>
        </>
      }
    >
      <p>{t('quit.unsaved_text')}</p>
    </Dialog>
  );
}

function AboutRuns(): ReactNode {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice>('keep');
  const [isForGood, setForGood] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const known = useQuitting((state) => state.runs);
  const { data: runs = known } = useQuery({ queryKey: ['quit-runs'], queryFn: ({ signal }) => notEnded(signal), refetchInterval: 1500, gcTime: 0, retry: 0 });
  const isSaved = useTabs(({ tabs }) => tabs.every((tab) => !tab.isUnsaved));
  const safe = useSafeButton();
  const go = async (): Promise<void> => {
    setLeaving(true);
    if (isForGood) {
      setSetting('on_quit', choice);
      await sync();
    }
    await quit(choice);
    setLeaving(false);
  };
  return (
    <Dialog
      title={t('quit.title')} onClose={stay} testId="quit-dialog"
      foot={
        <>
          <span className="quit-saved dim cap">{isSaved && t('quit.saved')}</span>
          <button type="button" className="btn" onClick={stay} data-testid="quit-cancel">{t('quit.cancel')}</button>
          <button ref={safe} type="button" className={`btn primary ${choice}`} disabled={isLeaving} onClick={() => void go()} data-testid="quit-go">
            {t(`quit.${choice}_go`)}
          </button>
        </>
      }
    >
      <Question runs={runs} />
      <div className="quit-choices" role="radiogroup" aria-label={t('quit.title')}>
        {(['keep', 'stop'] as const).map((one) => (
          <label key={one} className="quit-choice">
            <input type="radio" name="quit-choice" checked={choice === one} onChange={() => setChoice(one)} data-testid={`quit-${one}`} />
            <span><b>{t(`quit.${one}`)}</b><span className="dim">{t(`quit.${one}_text`)}</span></span>
          </label>
        ))}
      </div>
      {runs.length > 0 && <Rows runs={runs} choice={choice} />}
      <label className="quit-always dim">
        <input type="checkbox" checked={isForGood} onChange={(event) => setForGood(event.currentTarget.checked)} data-testid="quit-always" />
        {t('quit.always')}
      </label>
    </Dialog>
  );
}

function Question({ runs }: { runs: readonly Run[] }): ReactNode {
  const { t } = useTranslation();
  const waiting = runs.filter((run) => run.status === 'queued').length;
  const running = runs.length - waiting;
  const parts = [running > 0 && t('quit.running', { count: running }), waiting > 0 && t('quit.waiting', { count: waiting }), t('quit.question')];
  return <p className="dim" data-testid="quit-counts" data-running={running} data-waiting={waiting}>{parts.filter(Boolean).join(t('quit.between'))}</p>;
}

function Rows({ runs, choice }: { runs: readonly Run[]; choice: Choice }): ReactNode {
  const { t } = useTranslation();
  const keepsQueue = useKeepsQueue();
  return (
    <ul className="quit-runs">
      {runs.slice(0, MOST_ROWS).map((run) => {
        const stays = choice === 'keep' || (run.status === 'queued' && keepsQueue);
        const fate = run.status === 'queued' ? (stays ? 'keeps_place' : 'leaves_queue') : stays ? 'goes_on' : 'stops';
        return (
          <li key={run.id} data-testid={`quit-run-${run.id}`} data-fate={fate}>
            <StatusMark status={run.status} word="" />
            <span className="cut strong">{run.name || run.graph_name || run.id.slice(0, 8)}</span>
            <span className="cut dim">{run.worker_id ?? t('runs.local')} · {run.queue_key.split('/').at(-1)}</span>
            <span className="quit-fate">{t(`quit.${fate}`)}</span>
          </li>
        );
      })}
      {runs.length > MOST_ROWS && <li className="dim">{t('quit.more', { count: runs.length - MOST_ROWS })}</li>}
    </ul>
  );
}

/** Whether runs that wait outlive a restart of the server. */
function useKeepsQueue(): boolean {
  const { data } = useQuery({ queryKey: ['settings', 'retention'], queryFn: ({ signal }) => ask<SettingsAnswer>('GET', '/api/settings', { signal }), staleTime: 60_000, retry: 0 });
  return data?.settings.find((one) => one.name.endsWith('QUEUE_KEEP'))?.value === true;
}
