import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useQueue } from '../../api/queue';
import { Floating } from '../../parts/Floating';
import { lazy } from '../../parts/lazy';
import { register } from '../../state/commands/commands';
import { holdQueue } from '../../state/tray/going';
import { toast } from '../../state/toasts';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';

const TrayMenu = lazy(() => import('./TrayMenu').then((module) => ({ default: module.TrayMenu })));

/** What a tray's menu has, for windows and browsers without one; a paused queue is one press from going on. */
export function TrayButton(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQueue();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hold = useHold();
  const isPaused = data?.paused === true;
  useEffect(
    () => register([{
      id: 'queue.hold', label: (t) => t(isPaused ? 'tray.resume' : 'tray.pause'), scope: 'global', menu: { name: 'run', group: 5 },
      isEnabled: () => data !== undefined, run: () => hold(!isPaused),
    }]),
    [isPaused, hold, data === undefined],
  );
  return (
    <>
      {isPaused && <button type="button" className="word" onClick={() => hold(false)} data-testid="status-resume">{t('tray.resume_short')}</button>}
      <button ref={button} type="button" className="word" aria-haspopup="dialog" aria-expanded={isOpen} aria-label={t('tray.menu')} title={t('tray.menu')} onClick={() => setOpen(!isOpen)} data-testid="tray-open">
        <IconDots size={14} aria-hidden />
      </button>
      {isOpen && (
        <Floating button={button} label={t('tray.menu')} testId="tray-menu" className="tray-menu" width={328} close={() => setOpen(false)}>
          <Suspense fallback={null}><TrayMenu hold={hold} close={() => setOpen(false)} /></Suspense>
        </Floating>
      )}
    </>
  );
}

function useHold(): (isHeld: boolean) => void {
  const client = useQueryClient();
  const [hold] = useState(() => (isHeld: boolean): void => {
    holdQueue(isHeld).then(
      (queue) => client.setQueryData(['queue'], queue),
      (error: unknown) => toast({ tone: 'error', text: (t) => sentenceOf(t, error) }),
    );
  });
  return hold;
}
