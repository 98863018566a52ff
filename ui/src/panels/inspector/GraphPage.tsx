import { IconAlertTriangle, IconExclamationCircle } from '@tabler/icons-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useDevices } from '../../api/queue';
import { useRunsOf } from '../../api/outputs';
import { lazy } from '../../parts/lazy';
import { StatusWord } from '../../parts/StatusWord';
import { useEditor } from '../../state/editor';
import { isTooLong } from '../../state/fields/tooLong';
import { NOTE, type GraphDocument } from '../../state/graph/document';
import { Remedy } from '../../parts/Remedy';
import { useProblems, type Problem } from '../../state/problems/problems';
import { hashOf } from '../../state/route';
import { useSession } from '../../state/run/session';
import { useGraphKey } from '../../state/runs/useGraphKey';
import { whenText } from '../../state/runs/figures';
import { useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { useGoToNode } from '../canvas/useGoToNode';
import { Editable } from './Editable';
import { Group } from './Group';
import { RunOptionRows } from './RunOptionRows';
import { TagsField } from './TagsField';

const TooLong = lazy(() => import('./fields/TooLong').then((module) => ({ default: module.TooLong })));

/** Problems that are listed here; all of them are in the panel below the canvas. */
const FEW = 5;
/** Milliseconds that a name stays as it is before the server is asked for its runs. */
const TYPED_MS = 400;

/** The graph itself: what it is called, how it runs, what is wrong with it. */
export function GraphPage(): ReactNode {
  const { t, i18n } = useTranslation();
  const doc = useEditor((state) => state.root);
  const nodes = doc.nodes.filter((node) => node.type !== NOTE).length;
  const notes = doc.nodes.length - nodes;
  return (
    <>
      <header className="ihead">
        <h2 className="cut">{doc.name || t('canvas.untitled')}</h2>
      </header>
      <div className="graph-rows" data-testid="graph-page">
        <Editable>
          <Text label={t('inspect.name')} value={doc.name ?? ''} change={(name) => ({ name })} id="graph-name" />
          <Text label={t('inspect.description')} value={doc.description ?? ''} change={(description) => ({ description })} id="graph-description" isLong />
          <TagsField />
        </Editable>
      </div>
      <dl className="rows">
        <dt>{t('inspect.nodes_label')}</dt>
        <dd data-testid="graph-nodes">{new Intl.NumberFormat(i18n.language).format(nodes)}{notes > 0 && <span className="dim"> · {t('inspect.notes', { count: notes })}</span>}</dd>
        <dt>{t('inspect.wires_label')}</dt>
        <dd>{new Intl.NumberFormat(i18n.language).format(doc.edges.length)}</dd>
        <dt>{t('inspect.last_run')}</dt>
        <dd><LastRun /></dd>
      </dl>
      <Group title={t('inspect.running')} id="graph-running">
        <Editable>
          <DeviceRow />
          <SeedRow />
        </Editable>
        <RunOptionRows />
      </Group>
      <Problems />
    </>
  );
}

function changeGraph(change: Partial<GraphDocument>, key: string): void {
  useEditor.getState().changeRoot('graph', (root) => ({ ...root, ...change }), `graph.${key}`);
}

function changeSettings(change: Record<string, unknown>, key: string): void {
  useEditor.getState().changeRoot('graph', (root) => ({ ...root, settings: { ...root.settings, ...change } }), `graph.${key}`);
}

interface TextProps {
  label: string;
  value: string;
  change: (value: string) => Partial<GraphDocument>;
  id: string;
  isLong?: boolean;
}

function Text({ label, value, change, id, isLong = false }: TextProps): ReactNode {
  const write = (text: string): void => changeGraph(change(text), id);
  return (
    <div className="stacked">
      <label htmlFor={id}>{label}</label>
      {isTooLong(value) ? <Suspense fallback={null}><TooLong id={id} name={id} value={value} /></Suspense> : isLong
        ? <textarea id={id} className="area" rows={3} value={value} onChange={(event) => write(event.currentTarget.value)} data-testid={id} />
        : (
          <span className="field">
            {/* a name of spaces is none */}
            <input id={id} value={value} maxLength={200} autoComplete="off" onChange={(event) => write(event.currentTarget.value)} onBlur={() => value !== '' && value.trim() === '' && write('')} data-testid={id} />
          </span>
        )}
    </div>
  );
}

function LastRun(): ReactNode {
  const { t, i18n } = useTranslation();
  const stage = useSession(({ picture }) => `${picture?.runId ?? ''}.${picture?.phase ?? ''}`);
  const [run] = useRunsOf(useSettled(useGraphKey(), TYPED_MS), stage);
  if (!run) return <span className="dim">{t('inspect.never')}</span>;
  return (
    <a className="last-run" href={hashOf({ view: 'runs', id: run.id })} data-testid="graph-last-run">
      <StatusWord status={run.status} />
      <span className="dim">{whenText(run.started_at ?? run.created_at, Date.now(), i18n.language)}</span>
    </a>
  );
}

/** A value once it has stayed the same for so many milliseconds. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

function DeviceRow(): ReactNode {
  const { t } = useTranslation();
  const device = useEditor((state) => state.root.settings?.device ?? '');
  const { data } = useDevices();
  const known = data?.devices ?? [];
  return (
    <div className="ifield short">
      <label htmlFor="graph-device">{t('inspect.device')}</label>
      <span className="field">
        <select id="graph-device" value={device} onChange={(event) => changeSettings({ device: event.currentTarget.value || undefined }, 'device')} data-testid="graph-device">
          <option value="">{t('inspect.device_usual', { device: data?.default ?? '…' })}</option>
          {known.map(({ value, label, available }) => (
            <option key={value} value={value} disabled={!available}>{value === label ? value : `${value} · ${label}`}</option>
          ))}
          {device !== '' && !known.some(({ value }) => value === device) && <option value={device}>{device}</option>}
        </select>
      </span>
      <span />
    </div>
  );
}

function SeedRow(): ReactNode {
  const { t } = useTranslation();
  const seed = useEditor((state) => state.root.settings?.seed ?? null);
  const [typed, setTyped] = useState(seed === null ? '' : String(seed));
  useEffect(() => setTyped(seed === null ? '' : String(seed)), [seed]);
  const read = (text: string): number | null | undefined => (text.trim() === '' ? null : /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined);
  const isWrong = read(typed) === undefined;
  return (
    <div className="ifield short">
      <label htmlFor="graph-seed">{t('inspect.seed')}</label>
      <span className={isWrong ? 'field wrong' : 'field'}>
        <input
          id="graph-seed" inputMode="numeric" value={typed} placeholder={t('inspect.seed_none')} aria-invalid={isWrong} autoComplete="off" data-testid="graph-seed"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            const next = read(event.currentTarget.value);
            if (next !== undefined) changeSettings({ seed: next }, 'seed');
          }}
          onBlur={() => setTyped(seed === null ? '' : String(seed))}
        />
      </span>
      <span />
    </div>
  );
}

function Problems(): ReactNode {
  const { t } = useTranslation();
  const list = useProblems((state) => state.list);
  const isKnown = useProblems((state) => state.judged !== null);
  return (
    <Group title={t('problems.title')} note={list.length > 0 ? String(list.length) : ''}>
      {list.length === 0 && <p className="nothing dim">{t(isKnown ? 'problems.none' : 'problems.unknown')}</p>}
      {list.slice(0, FEW).map((problem, at) => <ProblemLine key={`${problem.code}.${at}`} problem={problem} />)}
      {list.length > FEW && <p className="nothing dim cap">{t('inspect.more_problems', { count: list.length - FEW })}</p>}
    </Group>
  );
}

function ProblemLine({ problem }: { problem: Problem }): ReactNode {
  const sentence = useSentence();
  const go = useGoToNode();
  return (
    <>
      <button type="button" className="problem-line" data-level={problem.level} data-error-code={problem.code} onClick={() => problem.place && go(problem.place)}>
        {problem.level === 'error' ? <IconExclamationCircle size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
        <span>{sentence(problem)}</span>
      </button>
      <div className="problem-remedy"><Remedy problem={problem} /></div>
    </>
  );
}
