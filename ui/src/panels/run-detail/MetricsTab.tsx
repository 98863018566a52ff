import { useVirtualizer } from '@tanstack/react-virtual';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Titles } from '../../api/runParts';
import { useCurves } from '../../api/runSets';
import type { Run } from '../../api/types.gen';
import { dashAt, tokenAt } from '../../state/runs/compare';
import { lastOf, type Look } from '../../state/runs/curves';
import { metricText } from '../../state/runs/figures';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { CurveTools } from '../curves/CurveTools';
import { CurvesChart } from '../curves/CurvesChart';

const HEIGHT = 200;
/** A card with the gap below it, as detail.css has them. */
const ROW = 264;
const CARD = 400;
const GAP = 16;
/** From so many on, one looks for a metric by name. */
const MANY = 9;

/** Charts of everything that a run reported, as it comes. Only those in sight are asked for and drawn. */
export function MetricsTab({ run, titles }: { run: Run; titles: Titles }): ReactNode {
  const { t } = useTranslation();
  const [look, setLook] = useState<Look>({ axis: 'step', smoothing: 0, isLog: false });
  const [typed, setTyped] = useState('');
  const all = Object.keys(run.final_metrics);
  const key = all.join('\n');
  const names = useMemo(() => (key === '' ? [] : key.split('\n')).filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase())), [key, typed]);
  if (all.length === 0) return <p className="told dim" data-testid="metrics-empty">{t('metrics.none')}</p>;
  return (
    <div className="metrics-tab">
      <div className="log-bar">
        {all.length >= MANY && (
          <label className="field log-search">
            <IconSearch size={14} aria-hidden />
            <input value={typed} placeholder={t('metrics.search', { count: all.length })} aria-label={t('metrics.search', { count: all.length })} onChange={(event) => setTyped(event.currentTarget.value)} data-testid="metrics-search" />
          </label>
        )}
        <CurveTools look={look} setLook={setLook} csv={`/api/runs/${run.id}/metrics?format=csv`} />
      </div>
      <Charts run={run} names={names} look={look} titles={titles} />
    </div>
  );
}

function Charts({ run, names, look, titles }: { run: Run; names: readonly string[]; look: Look; titles: Titles }): ReactNode {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const watcher = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const columns = Math.max(1, Math.floor((width + GAP) / (CARD + GAP)));
  const rows = useVirtualizer({ count: Math.ceil(names.length / columns), getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 1, paddingStart: GAP, useFlushSync: false });
  return (
    <div ref={scroller} className="charts" tabIndex={0} role="group" aria-label={t('run.metrics')} data-testid="charts" data-count={names.length}>
      <div style={{ height: rows.getTotalSize() }}>
        {width > 0 && rows.getVirtualItems().map(({ index, start }) => (
          <div key={index} className="chart-row" style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
            {names.slice(index * columns, (index + 1) * columns).map((name) => <Card key={name} run={run} name={name} look={look} titles={titles} />)}
          </div>
        ))}
      </div>
    </div>
  );
}

function Card({ run, name, look, titles }: { run: Run; name: string; look: Look; titles: Titles }): ReactNode {
  const { t, i18n } = useTranslation();
  const ids = useMemo(() => [run.id], [run.id]);
  const { data, error } = useCurves(ids, name, run.active);
  const styles = useMemo(() => (data ?? []).map(({ node_id }, at) => ({ label: titles(node_id), token: tokenAt(at), dash: at === 0 ? [] : dashAt(at) })), [data, titles]);
  const first = data?.[0];
  return (
    <figure className="chart-card" data-testid={`chart-${name}`} data-points={data && Math.max(0, ...data.map((curve) => curve.steps.length))}>
      <figcaption className="row">
        <b className="cut">{name}</b>
        <span className="dim cap cut">{styles.map(({ label }) => label).join(' · ')}</span>
        <span className="grow" />
        <span className="last">{metricText(first ? lastOf(first) : null, i18n.language)}</span>
      </figcaption>
      {error && !data ? <p className="problem" role="alert">{sentenceOf(t, error)}</p> : null}
      {data ? <CurvesChart name={name} curves={data} styles={styles} look={look} height={HEIGHT} sync={run.id} /> : <div style={{ height: HEIGHT }} />}
    </figure>
  );
}
