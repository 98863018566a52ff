import { useMemo, type CSSProperties, type ReactNode } from 'react';
import { colourOf, useCompare } from '../../state/runs/compare';
import { namesOf } from '../../state/runs/curves';
import { valueText, type Difference } from '../../state/runs/diff';
import { clockText, durationMs, metricText } from '../../state/runs/figures';
import { useRunsList } from '../../state/runs/list';
import { useTranslation } from '../../words/words';
import { nameOf } from '../runs/cells';
import type { Compared } from './ComparePanel';

const MOST_METRICS = 12;

/** In what the runs differ, one line a thing, one column a run; what is the same in all of them is not there. */
export function DifferenceList({ compared }: { compared: Compared }): ReactNode {
  const { t, i18n } = useTranslation();
  const { ids, runs, differences } = compared;
  const chosen = useRunsList((list) => list.metric);
  const { params, looked, nodes, wires } = differences;
  const names = useMemo(() => namesOf(runs.map((run) => run?.final_metrics ?? {}), chosen).slice(0, MOST_METRICS), [runs, chosen]);
  const now = Date.now();
  return (
    <div className="differences" style={{ '--runs': ids.length } as CSSProperties} data-testid="differences" data-params={params.length} tabIndex={0} role="group" aria-label={t('compare.differences')}>
      <div className="differences-head">
        <b>{t('compare.differences')}</b>
        <span className="dim cap">{t('compare.of_params', { count: params.filter(({ of }) => of !== '').length, all: looked })}</span>
        <span className="grow" />
        <span className="dim cap" data-testid="differences-graph">{graphWord(t('compare.same_graph'), nodes.length, wires.length, (count) => t('compare.nodes', { count }), (count) => t('compare.wires', { count }))}</span>
      </div>
      <table>
        <thead>
          <tr>
            <th><span className="unseen">{t('compare.what')}</span></th>
            {ids.map((id, at) => <RunHead key={id} id={id} name={runs[at] ? nameOf(runs[at]) : id.slice(0, 8)} ids={ids} />)}
          </tr>
        </thead>
        <tbody>
          {params.map((one) => <Line key={`${one.of}\n${one.name}`} one={one} title={[one.of, one.name].filter(Boolean).join(' · ')} />)}
          {nodes.map((one) => <Line key={`node\n${one.of}`} one={one} title={t('compare.node', { name: one.of })} />)}
          {wires.map((one) => <Line key={`wire\n${one.of}`} one={{ ...one, values: one.values.map((value) => (value === true ? t('compare.has') : undefined)) }} title={one.of} />)}
        </tbody>
        <tbody className="figures">
          {names.map((name) => (
            <tr key={name}>
              <th className="cut">{name}</th>
              {runs.map((run, at) => <td key={ids[at]}>{metricText(run?.final_metrics[name], i18n.language)}</td>)}
            </tr>
          ))}
          <tr>
            <th className="cut">{t('runs.columns.duration')}</th>
            {runs.map((run, at) => {
              const took = run ? durationMs(run, now) : null;
              return <td key={ids[at]}>{took === null ? '–' : clockText(took)}</td>;
            })}
          </tr>
        </tbody>
      </table>
      {params.length + nodes.length + wires.length === 0 && <p className="dim cap">{t('compare.no_differences')}</p>}
    </div>
  );
}

function RunHead({ id, name, ids }: { id: string; name: string; ids: readonly string[] }): ReactNode {
  const hovered = useCompare((state) => state.hovered === id);
  const { hover } = useCompare.getState();
  return (
    <th data-hovered={hovered || undefined} title={name} onMouseEnter={() => hover(id)} onMouseLeave={() => hover(null)}>
      <i className="square" style={{ background: colourOf(ids, id) }} aria-hidden />
      <span className="unseen">{name}</span>
    </th>
  );
}

function Line({ one, title }: { one: Difference; title: string }): ReactNode {
  return (
    <tr data-testid={`difference-${one.of}-${one.name}`}>
      <th className="cut" title={title}>{title}</th>
      {one.values.map((value, at) => (
        <td key={at} title={valueText(value)}><span className={one.odd[at] ? 'odd cut' : 'cut'}>{valueText(value)}</span></td>
      ))}
    </tr>
  );
}

function graphWord(same: string, nodes: number, wires: number, nodeWord: (count: number) => string, wireWord: (count: number) => string): string {
  const parts = [nodes > 0 && nodeWord(nodes), wires > 0 && wireWord(wires)].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : same;
}
