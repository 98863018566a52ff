import { useState, type ReactNode } from 'react';
import { useSteps } from '../../../api/outputs';
import type { StepRow } from '../../../api/types.gen';
import { figureText } from '../../../state/outputs/numbers';
import { stepPort } from '../../../state/outputs/recorded';
import { useTranslation } from '../../../words/words';
import { Group } from '../Group';

/** Steps that are listed at first. */
const FEW = 50;

interface Props {
  run: string;
  node: string;
  stage: string;
  picked: string;
  pick: (port: string) => void;
}

/** How a node came to its outputs, step by step; each step's tensors open in the viewer above. */
export function Steps({ run, node, stage, picked, pick }: Props): ReactNode {
  const { t } = useTranslation();
  const { data } = useSteps(run, node, stage);
  const [most, setMost] = useState(FEW);
  if (!data || data.length === 0) return null;
  return (
    <Group title={t('viewer.steps')} note={String(data.length)} id="steps">
      <ol className="steps">
        {data.slice(0, most).map((step) => <StepLine key={step.index} step={step} picked={picked} pick={pick} />)}
      </ol>
      {data.length > most && <button type="button" className="btn small bare" onClick={() => setMost(most + FEW)}>{t('viewer.more_steps', { count: data.length - most })}</button>}
    </Group>
  );
}

function StepLine({ step, picked, pick }: { step: StepRow; picked: string; pick: (port: string) => void }): ReactNode {
  const { i18n } = useTranslation();
  const scalars = Object.entries(step.scalars);
  return (
    <li className="step" data-testid={`step-${step.index}`}>
      <div className="row"><span className="dim step-number">{step.index + 1}</span><b className="cut">{step.name}</b></div>
      {step.description && <p className="dim cap">{step.description}</p>}
      {scalars.length > 0 && (
        <p className="cap scalars">
          {scalars.map(([name, value]) => <span key={name}><span className="dim">{name}</span> {typeof value === 'number' || value === null ? figureText(value, i18n.language) : String(value)}</span>)}
        </p>
      )}
      {step.tensor_keys.length > 0 && (
        <div className="step-tensors">
          {step.tensor_keys.map((key) => {
            const port = stepPort(step.index, key);
            return <button key={key} type="button" className="chip" aria-pressed={port === picked} onClick={() => pick(port)} data-testid={`step-tensor-${step.index}-${key}`}>{key}</button>;
          })}
        </div>
      )}
    </li>
  );
}
