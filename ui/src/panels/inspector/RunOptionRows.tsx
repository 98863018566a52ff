import type { ReactNode } from 'react';
import { setRunExtras, useRunExtras } from '../../state/run/options';
import { setSetting, useSetting } from '../../state/settings/settings';
import { useTranslation } from '../../words/words';

/** What Run asks for beside the graph. */
export function RunOptionRows(): ReactNode {
  const record = useSetting('record_outputs');
  const { verbose, gradients } = useRunExtras();
  const isImplied = verbose || gradients;
  return (
    <>
      <Option name="record" isOn={record || isImplied} isImplied={isImplied} set={(isOn) => setSetting('record_outputs', isOn)} />
      <Option name="verbose" isOn={verbose} set={(isOn) => setRunExtras({ verbose: isOn })} />
      <Option name="gradients" isOn={gradients} set={(isOn) => setRunExtras({ gradients: isOn })} />
    </>
  );
}

interface Props {
  name: 'record' | 'verbose' | 'gradients';
  isOn: boolean;
  /** On because something else needs it. */
  isImplied?: boolean;
  set: (isOn: boolean) => void;
}

function Option({ name, isOn, isImplied = false, set }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="ifield switches">
      <span className="col">
        <label htmlFor={`run-${name}`}>{t(`inspect.${name}`)}</label>
        <span className="dim cap">{t(isImplied ? 'inspect.record_implied' : `inspect.${name}_hint`)}</span>
      </span>
      <input
        id={`run-${name}`} type="checkbox" role="switch" className="switch" checked={isOn} disabled={isImplied}
        onChange={(event) => set(event.currentTarget.checked)} data-testid={`run-option-${name}`}
      />
    </div>
  );
}
