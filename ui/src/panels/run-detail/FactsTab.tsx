import type { ReactNode } from 'react';
import type { Titles } from '../../api/runParts';
import type { Json, Run } from '../../api/types.gen';
import { bytesText, clockText, durationMs, metricText, momentText } from '../../state/runs/figures';
import { useTranslation } from '../../words/words';
import { deviceOf } from '../runs/cells';
import { Repeat } from './Repeat';

/** Everything that is kept about a run beside what it made. */
export function FactsTab({ run }: { run: Run; titles: Titles }): ReactNode {
  const { t, i18n } = useTranslation();
  const moment = (iso: string | null): string => momentText(iso, i18n.language);
  const duration = durationMs(run, Date.now());
  return (
    <div className="facts">
      {run.error && (
        <Group title={t('facts.error')}>
          <Fact name={t('runs.columns.reason')}>{run.error.text}</Fact>
          <Fact name={t('facts.code')} isCode>{run.error.code}</Fact>
          {Object.entries(run.error.params).map(([name, value]) => <Fact key={name} name={name} isCode>{shown(value)}</Fact>)}
        </Group>
      )}
      <Group title={t('facts.run')}>
        <Fact name={t('facts.id')} isCode>{run.id}</Fact>
        <Fact name={t('runs.columns.graph')}>{run.graph_name || '–'}</Fact>
        <Fact name={t('runs.columns.target')}>{`${run.worker_id ?? t('runs.local')} · ${deviceOf(run)}`}</Fact>
        <Fact name={t('facts.seed')} isCode>{shown(run.options['seed'] ?? null)}</Fact>
        {run.peak_memory.map((one, at) => (
          <Fact key={at} name={t('facts.peak', { device: String(one['device'] ?? '') })}>
            {bytesText(Number(one['bytes']) || 0, i18n.language)} <span className="dim">{t(one['exact'] === false ? 'facts.shared' : 'facts.exact')}</span>
          </Fact>
        ))}
      </Group>
      <Repeat run={run} />
      <Group title={t('facts.times')}>
        <Fact name={t('facts.created')}>{moment(run.created_at)}</Fact>
        <Fact name={t('runs.columns.started')}>{moment(run.started_at)}</Fact>
        <Fact name={t('facts.finished')}>{moment(run.finished_at)}</Fact>
        <Fact name={t('runs.columns.duration')}>{duration === null ? '–' : clockText(duration)}</Fact>
      </Group>
      {Object.keys(run.final_metrics).length > 0 && (
        <Group title={t('facts.metrics')}>
          {Object.entries(run.final_metrics).slice(0, 200).map(([name, value]) => <Fact key={name} name={name}>{metricText(value, i18n.language)}</Fact>)}
        </Group>
      )}
      <Group title={t('facts.options')}>
        {Object.entries(run.options).map(([name, value]) => (
          <Fact key={name} name={isOption(name) ? t(`facts.option.${name}`) : name} isCode={typeof value !== 'boolean'}>
            {typeof value === 'boolean' ? t(value ? 'facts.yes' : 'facts.no') : shown(value)}
          </Fact>
        ))}
      </Group>
      {Object.keys(run.execution_facts).length > 0 && (
        <Group title={t('facts.execution')}>
          {Object.entries(run.execution_facts).flatMap(([name, value]) => parts(name, value)).map(([name, value]) => <Fact key={name} name={isComputed(name) ? t(`computed.${name}`) : name} isCode>{shown(value)}</Fact>)}
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="fact-group">
      <h2>{title}</h2>
      <dl>{children}</dl>
    </section>
  );
}

function Fact({ name, isCode, children }: { name: string; isCode?: boolean; children: ReactNode }): ReactNode {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className={isCode ? 'mono' : undefined}>{children}</dd>
    </div>
  );
}

const OPTIONS = [
  'device', 'seed', 'deterministic', 'record_outputs', 'verbose', 'weights_persistent', 'backward_mode', 'auto_backward', 'lane', 'graph_id',
  'error_mode', 'max_retries', 'target', 'provenance', 'on_disconnect',
] as const;

/** Options that have a name in words; a newer server may send others. */
function isOption(name: string): name is (typeof OPTIONS)[number] {
  return (OPTIONS as readonly string[]).includes(name);
}

/** A fact of several parts has a line for each. */
function parts(name: string, value: Json): [string, Json][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, value]];
  return Object.entries(value);
}

const COMPUTED = ['platform', 'python', 'threads', 'matmul_precision', 'tf32', 'cudnn_benchmark'] as const;

/** Facts of the surroundings that have a name in words; libraries go by their own. */
function isComputed(name: string): name is (typeof COMPUTED)[number] {
  return (COMPUTED as readonly string[]).includes(name);
}

function shown(value: Json): string {
  if (value === null) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
