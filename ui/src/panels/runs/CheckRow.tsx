import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  state: boolean | 'mixed';
  isDisabled?: boolean;
  press: () => void;
  testid: string;
}

/** One thing that is on, off, or on for some. */
export function CheckRow({ label, state, isDisabled = false, press, testid }: Props): ReactNode {
  return (
    <button type="button" role="checkbox" className="check-row" aria-checked={state} disabled={isDisabled} onClick={press} data-testid={testid}>
      <i className={state === false ? 'check' : 'check on'} aria-hidden>
        {state === true && <IconCheck size={12} stroke={3} />}
        {state === 'mixed' && <IconMinus size={12} stroke={3} />}
      </i>
      <span className="cut">{label}</span>
    </button>
  );
}
