import type { ReactNode } from 'react';
import { StatusWord } from '../../parts/StatusWord';
import { useInspect } from '../../state/outputs/inspect';
import { useSession } from '../../state/run/session';
import { whenText } from '../../state/runs/figures';
import { useTranslation } from '../../words/words';
import type { ShownRun } from './useShownRun';

/** Whose outputs are looked at: the newest run, or another one of this graph that recorded. */
export function RunPicker({ shown }: { shown: ShownRun }): ReactNode {
  const { t, i18n } = useTranslation();
  const pick = useInspect((state) => state.pick);
  const followed = useSession((state) => state.picture?.runId ?? null);
  if (shown.id === null) return null;
  const current = shown.runs.find((run) => run.id === shown.id);
  return (
    <label className="run-picker field">
      {current && <StatusWord status={current.status} />}
      <select
        aria-label={t('inspect.run')}
        value={shown.id}
        onChange={(event) => pick(event.currentTarget.value === followed ? null : event.currentTarget.value)}
        data-testid="output-run"
      >
        {!current && <option value={shown.id}>{shown.id.slice(0, 8)}</option>}
        {shown.runs.map((run) => (
          <option key={run.id} value={run.id}>
            {[run.name ?? run.graph_name, whenText(run.started_at ?? run.created_at, Date.now(), i18n.language), run.id.slice(0, 8)].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
    </label>
  );
}
