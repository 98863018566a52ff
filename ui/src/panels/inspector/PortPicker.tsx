import type { ReactNode } from 'react';
import { useTranslation } from '../../words/words';

/** Few ports lie side by side, many in a list. */
export function PortPicker({ ports, picked, pick }: { ports: readonly string[]; picked: string; pick: (port: string) => void }): ReactNode {
  const { t } = useTranslation();
  if (ports.length === 1 && ports[0] === picked) return null;
  const isShort = ports.length <= 4 && ports.reduce((letters, port) => letters + port.length + 3, 0) <= 36;
  if (isShort) {
    return (
      <div className="segmented port-picker" role="group" aria-label={t('inspect.outputs')}>
        {ports.map((port) => (
          <button key={port} type="button" aria-pressed={port === picked} onClick={() => pick(port)} data-testid={`output-port-${port}`}>{port}</button>
        ))}
      </div>
    );
  }
  return (
    <select className="select port-picker" aria-label={t('inspect.outputs')} value={picked} onChange={(event) => pick(event.currentTarget.value)} data-testid="output-port">
      {ports.map((port) => <option key={port}>{port}</option>)}
      {!ports.includes(picked) && <option>{picked}</option>}
    </select>
  );
}
