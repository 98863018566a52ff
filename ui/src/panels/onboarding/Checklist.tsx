import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shown } from '../../state/commands/chord';
import { keysOf, useCommands } from '../../state/commands/commands';
import { STEPS, take, type StepName } from '../../state/onboarding/checklist';
import { setSetting, useSetting } from '../../state/settings/settings';
import { useTranslation } from '../../words/words';
import './onboarding.css';

/** The command whose keys are shown beside a step. */
const COMMANDS: Partial<Record<StepName, string>> = { run: 'run.start' };

/** The first steps. `card`: over an empty canvas; `bar`: one line below a graph, where it covers nothing. */
export function Checklist({ shape }: { shape: 'card' | 'bar' }): ReactNode {
  const { t } = useTranslation();
  const isOpen = useSetting('checklist');
  const steps = useSetting('steps');
  if (!isOpen) return null;
  const count = STEPS.filter((step) => steps.includes(step)).length;
  const next = STEPS.find((step) => !steps.includes(step));
  return (
    <section className={shape === 'card' ? 'checklist float' : 'checklist bar-shape'} aria-label={t('onboarding.title')} data-testid="checklist">
      <header>
        <h2>{t('onboarding.title')}</h2>
        <span className="dim cap" data-testid="checklist-count">{t('onboarding.count', { count, all: STEPS.length })}</span>
        <span className="grow" />
        {shape === 'card' && <Close />}
      </header>
      {shape === 'card' && <progress max={STEPS.length} value={count} aria-label={t('onboarding.title')} />}
      <ol>
        {STEPS.map((step) => <Step key={step} step={step} isDone={steps.includes(step)} isNext={step === next} />)}
      </ol>
      {shape === 'bar' && <Close />}
    </section>
  );
}

function Step({ step, isDone, isNext }: { step: StepName; isDone: boolean; isNext: boolean }): ReactNode {
  const { t } = useTranslation();
  const command = useCommands((state) => state.commands.get(COMMANDS[step] ?? ''));
  const chord = command && keysOf(command)[0];
  return (
    <li>
      <button type="button" className={isNext ? 'step next' : 'step'} onClick={() => take(step)} data-testid={`checklist-${step}`} data-status={isDone ? 'done' : 'open'}>
        {isDone ? <IconCircleCheckFilled size={16} aria-hidden className="found" /> : <IconCircle size={16} aria-hidden />}
        <span>{t(`onboarding.step.${step}`)}</span>
        {isDone && <span className="unseen">{t('onboarding.done')}</span>}
        {chord && !isDone && <kbd className="key">{shown(chord)}</kbd>}
      </button>
    </li>
  );
}

function Close(): ReactNode {
  const { t } = useTranslation();
  return (
    <button type="button" className="btn icon small" aria-label={t('onboarding.close')} title={t('onboarding.close')} onClick={() => setSetting('checklist', false)} data-testid="checklist-close">
      <IconX size={14} aria-hidden />
    </button>
  );
}
