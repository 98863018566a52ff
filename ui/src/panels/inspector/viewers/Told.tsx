import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api/http';
import { perform } from '../../../state/commands/commands';
import { useNeedsServer } from '../../../parts/needsServer';
import { useEditor } from '../../../state/editor';
import { useInspect } from '../../../state/outputs/inspect';
import { setRunExtras } from '../../../state/run/options';
import { setSetting } from '../../../state/settings/settings';
import { sentenceOf } from '../../../words/refusal';
import { useTranslation } from '../../../words/words';

/** Absences that we have words for, and what can be done about each. */
const KNOWN = {
  no_run: 'record', outputs_not_recorded: 'record', outputs_evicted: 'record', outputs_deleted: 'record', outputs_lost: 'record',
  outputs_too_large: null, outputs_not_yet: null, output_not_yet: null, running: null, output_node_not_found: null, nothing_of_node: null,
  output_port_not_found: 'again', executor_busy: 'again', executor_closed: 'again', local_process_died: 'again', local_process_silent: 'again',
  no_gradients: 'gradients', empty: null, not_a_picture: null,
} as const;

type Known = keyof typeof KNOWN;

interface Props {
  code?: Known;
  error?: unknown;
  again?: () => void;
}

/** Why there is nothing to see here, in a sentence, with what can be done about it. */
export function Told({ code, error, again }: Props): ReactNode {
  const { disabled: isAway, title } = useNeedsServer();
  const { t } = useTranslation();
  const said = code ?? (error instanceof ApiError ? error.code : '');
  const known = said in KNOWN ? (said as Known) : null;
  const way = known ? KNOWN[known] : 'again';
  const isEmpty = useEditor((state) => state.root.nodes.length === 0);
  const run = (what: 'record' | 'gradients'): void => {
    if (what === 'record') setSetting('record_outputs', true);
    else setRunExtras({ gradients: true });
    useInspect.getState().pick(null);
    perform('run.start');
  };
  return (
    <div className="told-box" role="status" data-testid="outputs-told" data-error-code={said || undefined}>
      <IconInfoCircle size={16} aria-hidden />
      <p>{known ? t(`absent.${known}`) : sentenceOf(t, error)}</p>
      {way === 'record' && <button type="button" className="btn small" disabled={isEmpty || isAway} title={title} onClick={() => run('record')} data-testid="told-record">{t('absent.record')}</button>}
      {way === 'gradients' && <button type="button" className="btn small" disabled={isEmpty || isAway} title={title} onClick={() => run('gradients')} data-testid="told-gradients">{t('absent.capture')}</button>}
      {way === 'again' && again && <button type="button" className="btn small" onClick={again} data-testid="told-again">{t('errors.retry')}</button>}
    </div>
  );
}
