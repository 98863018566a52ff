import { IconChevronRight, IconFile } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useArtifacts, type Titles } from '../../api/runParts';
import { useCurves } from '../../api/runSets';
import type { Run } from '../../api/types.gen';
import { dashAt, tokenAt } from '../../state/runs/compare';
import { commandOf } from '../../state/runs/command';
import { lastOf, type Look } from '../../state/runs/curves';
import { bytesText, metricText } from '../../state/runs/figures';
import { tellingOf } from '../../state/runs/usual';
import { hashOf } from '../../state/route';
import { useTranslation } from '../../words/words';
import { CurvesChart } from '../curves/CurvesChart';
import { ArtifactActs, fileName } from './ArtifactActs';
import './aside.css';

const CHARTS = 2;
const FILES = 4;
const HEIGHT = 96;
const LOOK: Look = { axis: 'step', smoothing: 0, isLog: false };

/** Beside the log: the metrics that tell most, the newest files, and by what the run can be told. Each leads to all of its kind. */
export function RunAside({ run, titles }: { run: Run; titles: Titles }): ReactNode {
  const { t } = useTranslation();
  const names = Object.keys(run.final_metrics);
  const files = useArtifacts(run).data?.artifacts ?? [];
  return (
    <aside className="run-aside" aria-label={t('beside.title')} data-testid="run-aside">
      {names.length > 0 && (
        <section>
          <Head run={run} tab="metrics" count={names.length} />
          {tellingOf(names, CHARTS).map((name) => <Chart key={name} run={run} name={name} titles={titles} />)}
        </section>
      )}
      {files.length > 0 && (
        <section>
          <Head run={run} tab="artifacts" count={files.length} />
          <ul>{files.slice(-FILES).reverse().map((one) => <File key={one.id} artifact={one} />)}</ul>
        </section>
      )}
      <section>
        <Head run={run} tab="facts" />
        <Facts run={run} />
      </section>
    </aside>
  );
}

function Head({ run, tab, count }: { run: Run; tab: 'metrics' | 'artifacts' | 'facts'; count?: number }): ReactNode {
  const { t } = useTranslation();
  return (
    <h2>
      {t(`run.${tab}`)}
      <a href={hashOf({ view: 'runs', id: run.id, tab })} data-testid={`aside-${tab}`}>
        {count === undefined ? t('beside.all_facts') : t('beside.all', { count })}
        <IconChevronRight size={14} aria-hidden />
      </a>
    </h2>
  );
}

function Chart({ run, name, titles }: { run: Run; name: string; titles: Titles }): ReactNode {
  const { i18n } = useTranslation();
  const ids = useMemo(() => [run.id], [run.id]);
  const { data } = useCurves(ids, name, run.active);
  const styles = useMemo(() => (data ?? []).map(({ node_id }, at) => ({ label: titles(node_id), token: tokenAt(at), dash: at === 0 ? [] : dashAt(at) })), [data, titles]);
  const first = data?.[0];
  return (
    <figure data-testid={`aside-chart-${name}`}>
      <figcaption><span className="cut">{name}</span><b>{metricText(first ? lastOf(first) : null, i18n.language)}</b></figcaption>
      {data ? <CurvesChart name={name} curves={data} styles={styles} look={LOOK} height={HEIGHT} sync={`aside-${run.id}`} /> : <div style={{ height: HEIGHT }} />}
    </figure>
  );
}

function File({ artifact }: { artifact: Parameters<typeof fileName>[0] }): ReactNode {
  const { i18n } = useTranslation();
  return (
    <li>
      <IconFile size={16} aria-hidden />
      <span className="told-file">
        <span className="cut" title={artifact.path}>{fileName(artifact)}</span>
        <span className="dim cap cut">{[artifact.kind, artifact.size_bytes === null ? null : bytesText(artifact.size_bytes, i18n.language)].filter(Boolean).join(' · ')}</span>
      </span>
      <ArtifactActs artifact={artifact} />
    </li>
  );
}

function Facts({ run }: { run: Run }): ReactNode {
  const { t, i18n } = useTranslation();
  const seed = run.options['seed'];
  const [peak] = run.peak_memory;
  const { python, torch } = (run.execution_facts['environment'] ?? {}) as { python?: string; torch?: string };
  const made = [torch && `torch ${torch}`, python && `Python ${python}`].filter(Boolean).join(', ');
  const rows: [string, string][] = [
    [t('facts.seed'), typeof seed === 'number' ? String(seed) : '–'],
    ...(peak ? [[t('facts.peak', { device: String(peak['device'] ?? '') }), bytesText(Number(peak['bytes']) || 0, i18n.language)] satisfies [string, string]] : []),
    ...(made ? [[t('beside.made'), made] satisfies [string, string]] : []),
    [t('facts.repeat'), commandOf(run)],
  ];
  return <dl>{rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd className="cut" title={value}>{value}</dd></div>)}</dl>;
}
