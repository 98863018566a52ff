import { useMemo, useRef, type ReactNode } from 'react';
import { useCurves } from '../../api/runSets';
import { useSeen } from '../curves/seen';
import { CurvesChart } from '../curves/CurvesChart';
import { dashAt, tokenAt, useCompare } from '../../state/runs/compare';
import { namesOf, type Look } from '../../state/runs/curves';
import { sentenceOf } from '../../words/refusal';
import { useRunsList } from '../../state/runs/list';
import { useTranslation } from '../../words/words';
import { nameOf } from '../runs/cells';
import type { Compared } from './ComparePanel';

const HEIGHT = 196;
/** Charts at most; whoever has more looks for one of them in a run. */
const MOST = 200;

/** A chart for every metric that these runs have reported, with all of them in it. */
export function CurvesView({ compared, look }: { compared: Compared; look: Look }): ReactNode {
  const { t } = useTranslation();
  const { runs } = compared;
  const chosen = useRunsList((list) => list.metric);
  const names = useMemo(() => namesOf(runs.map((run) => run?.final_metrics ?? {}), chosen), [runs, chosen]);
  if (names.length === 0) return <p className="told dim" data-testid="compare-none">{t(runs.every(Boolean) ? 'compare.no_metrics' : 'run.loading')}</p>;
  return (
    <div className="compare-charts" tabIndex={0} role="group" aria-label={t('compare.curves')}>
      {names.slice(0, MOST).map((name) => <Card key={name} name={name} compared={compared} look={look} />)}
      {names.length > MOST && <p className="cap dim">{t('compare.more', { count: names.length - MOST })}</p>}
    </div>
  );
}

function Card({ name, compared, look }: { name: string; compared: Compared; look: Look }): ReactNode {
  const { t } = useTranslation();
  const { ids, runs } = compared;
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  const hovered = useCompare((state) => state.hovered);
  const { data, error } = useCurves(ids, name, runs.some((run) => run?.active), isSeen);
  const styles = useMemo(() => {
    const several = (run: string): boolean => (data ?? []).filter((curve) => curve.run_id === run).length > 1;
    return (data ?? []).map(({ run_id, node_id }) => {
      const at = ids.indexOf(run_id);
      const run = runs[at];
      const label = run ? nameOf(run) : run_id.slice(0, 8);
      return { label: several(run_id) ? `${label} · ${node_id}` : label, token: tokenAt(at), dash: dashAt(at) };
    });
  }, [data, ids, runs]);
  return (
    <figure ref={place} className="curve-card" data-testid={`compare-chart-${name}`} data-curves={data?.length}>
      <figcaption className="cut">{name}</figcaption>
      {error ? <p className="problem" role="alert">{sentenceOf(t, error)}</p> : null}
      {data ? (
        <CurvesChart name={name} curves={data} styles={styles} look={look} height={HEIGHT} sync="compare" hovered={hovered} hover={useCompare.getState().hover} />
      ) : (
        <div style={{ height: HEIGHT }} />
      )}
    </figure>
  );
}
