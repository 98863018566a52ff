import { Popover } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useQueue } from '../../api/queue';
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
      <Popover opened={isOpen} onChange={setOpen} position="top-start" width={328} trapFocus returnFocus shadow="md">
        <Popover.Target>
          <button type="button" className="word" aria-expanded={isOpen} aria-label={t('tray.menu')} title={t('tray.menu')} onClick={() => setOpen(!isOpen)} data-testid="tray-open">
            <IconDots size={14} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown className="tray-menu" data-testid="tray-menu" aria-label={t('tray.menu')}>
          <Suspense fallback={null}><TrayMenu hold={hold} close={() => setOpen(false)} /></Suspense>
        </Popover.Dropdown>
      </Popover>
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
