import { IconArrowRight, IconArrowsDiff, IconX } from '@tabler/icons-react';
import { useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useRecordedPorts, useStats, useValue, type Place, type TensorValue } from '../../../api/outputs';
import type { OutputStats, RecordedPort } from '../../../api/types.gen';
import { useEditor } from '../../../state/editor';
import { sourceOf, withoutSegment, type Segment } from '../../../state/graph/segment';
import { figureText, flat, shapeText } from '../../../state/outputs/numbers';
import { smallGridOf, type GridPreview } from '../../../state/outputs/preview';
import { heightsOf, joined } from '../../../state/outputs/heat';
import { LevelPrefix } from '../../../state/run/nodeState';
import { useSession } from '../../../state/run/session';
import { useLook } from '../../../state/theme';
import { useTranslation } from '../../../words/words';
import { drawTiles } from '../tiles';

const MODES = ['stats', 'grid'] as const;
const BARS = 22;

/** What goes into a segment beside what comes out of it, in the run that the canvas follows. */
export function Bubble({ segment }: { segment: Segment }): ReactNode {
  const { t } = useTranslation();
  const [mode, setMode] = useState<(typeof MODES)[number]>('stats');
  const names = useEditor(({ doc }) => [segment.head, segment.tail].map((id) => doc.nodes.find((node) => node.id === id)).map((node) => String(node?.data?.label || node?.type || '')).join(' → '));
  return (
    <section className="segment-bubble float nodrag nopan" aria-label={`${t('segment.title')}: ${names}`} data-testid={`segment-bubble-${segment.id}`}>
      <header>
        <IconArrowsDiff size={14} aria-hidden />
        <b>{t('segment.title')}</b>
        <span className="dim cut">{names}</span>
        <span className="grow" />
        <div className="segmented small" role="group" aria-label={t('viewer.mode')}>
          {MODES.map((one) => <button key={one} type="button" aria-pressed={mode === one} onClick={() => setMode(one)} data-testid={`segment-${one}`}>{t(`segment.${one}`)}</button>)}
        </div>
        <button type="button" className="btn icon small" aria-label={t('segment.close')} title={t('segment.close')} onClick={() => useEditor.getState().change('segment', (doc) => withoutSegment(doc, segment.id))} data-testid="segment-close">
          <IconX size={14} aria-hidden />
        </button>
      </header>
      <Ends segment={segment} mode={mode} />
    </section>
  );
}

function Ends({ segment, mode }: { segment: Segment; mode: 'stats' | 'grid' }): ReactNode {
  const { t } = useTranslation();
  const run = useSession(({ picture, isRecording }) => (isRecording ? (picture?.runId ?? null) : null));
  const stage = useSession(({ picture }) => `${picture?.phase}.${picture?.nodes[segment.tail]?.status}`);
  const doc = useEditor((state) => state.doc);
  const source = useMemo(() => sourceOf(doc, segment), [doc, segment]);
  const { flat: prefix } = useContext(LevelPrefix);
  const ports = useRecordedPorts(run, stage).data ?? [];
  const into = source && ports.find((one) => one.node_id === prefix + source.node && one.port === source.port && one.type === 'tensor');
  const out = ports.find((one) => one.node_id === prefix + segment.tail && one.type === 'tensor' && !one.port.includes('__'));
  if (run === null || !into || !out) return <p className="dim segment-told">{t(run === null ? 'segment.run_first' : 'segment.no_tensors')}</p>;
  return <Compared run={run} into={into} out={out} mode={mode} />;
}

interface ComparedProps {
  run: string;
  into: RecordedPort;
  out: RecordedPort;
  mode: 'stats' | 'grid';
}

function Compared({ run, into, out, mode }: ComparedProps): ReactNode {
  const { t, i18n } = useTranslation();
  const [first, last] = [placeOf(run, into), placeOf(run, out)];
  const [before, after] = [useStats(first).data, useStats(last).data];
  const text = (value: number | null | undefined): string => figureText(value, i18n.language, true);
  const percent = (stats: OutputStats | undefined): string => new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(stats?.zero_frac ?? 0);
  return (
    <>
      <div className="segment-ends">
        <End name={t('segment.in')} recorded={into} place={first} stats={before} mode={mode} />
        <IconArrowRight size={16} aria-hidden className="dim" />
        <End name={t('segment.out')} recorded={out} place={last} stats={after} mode={mode} isLast />
      </div>
      <p className="segment-figures cap" data-testid="segment-figures">
        <span><span className="dim">{t('segment.mean')}</span> <b>{text(before?.mean)} → {text(after?.mean)}</b></span>
        <span><span className="dim">{t('segment.std')}</span> <b>{text(before?.std)} → {text(after?.std)}</b></span>
        <span><span className="dim">{t('viewer.zeros')}</span> <b>{percent(before)} → {percent(after)}</b></span>
      </p>
    </>
  );
}

function placeOf(run: string, { node_id: node, port }: RecordedPort): Place {
  return { run, node, port };
}

interface EndProps {
  name: string;
  recorded: RecordedPort;
  place: Place;
  stats: OutputStats | undefined;
  mode: 'stats' | 'grid';
  isLast?: boolean;
}

function End({ name, recorded, place, stats, mode, isLast = false }: EndProps): ReactNode {
  const grid = smallGridOf(recorded.port, recorded.full_shape ?? []);
  return (
    <div className="segment-end" data-last={isLast || undefined}>
      <p className="cap"><span className="dim">{name}</span> <span className="mono">{shapeText(recorded.full_shape)}</span></p>
      {mode === 'grid' && grid ? <Tiles place={place} grid={grid} /> : <Bars stats={stats} />}
    </div>
  );
}

function Bars({ stats }: { stats: OutputStats | undefined }): ReactNode {
  const heights = heightsOf(joined(stats?.histogram?.counts ?? [], BARS), true);
  return (
    <svg viewBox={`0 0 ${Math.max(1, heights.length) * 10} 36`} preserveAspectRatio="none" height={36} aria-hidden>
      {heights.map((height, at) => <rect key={at} x={at * 10 + 0.5} y={36 - 36 * height} width={9} height={36 * height} />)}
    </svg>
  );
}

function Tiles({ place, grid }: { place: Place; grid: GridPreview }): ReactNode {
  const { data } = useValue<TensorValue>(place, grid.slice);
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useLook();
  useEffect(() => {
    if (canvas.current && data) drawTiles(canvas.current, grid, flat(data.values, data.sliced_shape.length));
  }, [data, grid, look]);
  return <canvas ref={canvas} aria-hidden style={{ aspectRatio: `${grid.tiles * grid.cols} / ${grid.rows}` }} />;
}
