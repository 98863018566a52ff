import { IconCopy } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useStats, useValue, type Place, type TensorValue } from '../../../api/outputs';
import { CopyButton } from '../../../parts/CopyButton';
import { countOf, elementBytes, extent, figureText, flat, isReal, numpyText, shapeText } from '../../../state/outputs/numbers';
import { planeOf, rasterOf, sliceOf, wholeOf } from '../../../state/outputs/plane';
import { layoutOf, type ImageLayout } from '../../../state/outputs/recorded';
import { bytesText } from '../../../state/runs/figures';
import { useTranslation } from '../../../words/words';
import { Download } from './Download';
import { Figures } from './Figures';
import { HeatGrid } from './HeatGrid';
import { Histogram } from './Histogram';
import { LeadFields } from './LeadFields';
import { PictureView } from './PictureView';
import { Told } from './Told';
import { ValuesView } from './ValuesView';

const MODES = ['grid', 'image', 'values'] as const;
type Mode = (typeof MODES)[number];

/** A tensor of any size: a grid of a plane of it, a slice in numbers, how its values are spread. */
export function TensorView({ place, shape }: { place: Place; shape: readonly number[] }): ReactNode {
  const { t, i18n } = useTranslation();
  const plane = useMemo(() => planeOf(shape), [shape]);
  const [mode, setMode] = useState<Mode>('grid');
  const [lead, setLead] = useState<readonly number[]>(() => plane.lead.map(() => 0));
  const [view, setView] = useState(() => wholeOf(plane));
  const count = countOf(shape);
  const { data, error, refetch } = useValue<TensorValue>(place, sliceOf(shape, lead, view) || '...', count > 0);
  const stats = useStats(place, count > 0);
  const values = useMemo(() => (data ? flat(data.values, data.sliced_shape.length) : null), [data]);
  if (count === 0) return <><Facts shape={shape} dtype="" /><Told code="empty" /></>;
  if (error) return <><Facts shape={shape} dtype="" /><Told error={error} again={() => void refetch()} /></>;
  if (!data || !values) return <><Facts shape={shape} dtype="" /><p className="told dim">{t('run.loading')}</p></>;
  const { min, max } = stats.data ?? {};
  const scale = typeof min === 'number' && typeof max === 'number' ? ([min, max] as const) : (extent(values) ?? ([0, 0] as const));
  const bytes = elementBytes(data.dtype);
  const layout = layoutOf(shape, data.dtype);
  const shown: Mode = mode === 'image' && layout === null ? 'grid' : mode;
  const modes = MODES.filter((one) => one !== 'image' || layout !== null);
  return (
    <div className="tensor-view" data-testid="view-tensor" data-dtype={data.dtype} data-slice={data['slice' as keyof TensorValue] as string}>
      <Facts shape={shape} dtype={data.dtype}>
        <div className="segmented small" role="group" aria-label={t('viewer.mode')}>
          {modes.map((one) => (
            <button key={one} type="button" aria-pressed={shown === one} onClick={() => setMode(one)} data-testid={`view-mode-${one}`}>{t(`viewer.${one}`)}</button>
          ))}
        </div>
      </Facts>
      {data.changed && <p className="told warn cap">{t('viewer.changed')}</p>}
      {shape.length === 0 && shown === 'grid' && <p className="scalar-view" data-testid="view-scalar">{figureText(values[0], i18n.language, isReal(data.dtype))}</p>}
      {shape.length > 0 && shown === 'grid' && (
        <>
          <HeatGrid shape={shape} plane={plane} lead={lead} view={view} raster={rasterOf(view)} values={values} scale={scale} hasDecimals={isReal(data.dtype)} setView={setView} />
          <LeadFields plane={plane} dims={shape.length} lead={lead} setLead={setLead} />
        </>
      )}
      {shown === 'image' && layout !== null && <Picture place={place} shape={shape} layout={layout} lead={lead} setLead={setLead} />}
      {shown === 'values' && <ValuesView place={place} shape={shape} start={sliceOf(shape, lead, view)} />}
      <Histogram stats={stats.data} hasDecimals={isReal(data.dtype)} isWaiting={stats.isPending} />
      {stats.error ? <Told error={stats.error} again={() => void stats.refetch()} /> : stats.data && <Figures stats={stats.data} hasDecimals={isReal(data.dtype)} />}
      <div className="viewer-foot">
        <CopyButton text={() => numpyText(data.values, data.dtype)} label={t('viewer.copy_numpy')}><IconCopy size={14} aria-hidden /></CopyButton>
        <Download place={place} kind="npy" dtype={data.dtype} />
        <span className="grow" />
        {bytes !== null && <span className="dim cap">{bytesText(count * bytes, i18n.language)}</span>}
      </div>
    </div>
  );
}

interface PictureProps {
  place: Place;
  shape: readonly number[];
  layout: ImageLayout;
  lead: readonly number[];
  setLead: (lead: readonly number[]) => void;
}

/** The tensor as pictures: of a batch the one that its index leads to. */
function Picture({ place, shape, layout, lead, setLead }: PictureProps): ReactNode {
  const isBatch = shape.length === 4;
  const [height, width] = layout === 'hwc' ? [shape[0]!, shape[1]!] : [shape.at(-2)!, shape.at(-1)!];
  const batch = { rows: height, cols: width, lead: shape.slice(0, 1), isLine: false };
  return (
    <>
      <PictureView place={place} slice={isBatch ? String(lead[0] ?? 0) : ''} size={[width, height]} />
      {isBatch && <LeadFields plane={batch} dims={4} lead={lead.slice(0, 1)} setLead={([first = 0]) => setLead([first, ...lead.slice(1)])} />}
    </>
  );
}

function Facts({ shape, dtype, children }: { shape: readonly number[]; dtype: string; children?: ReactNode }): ReactNode {
  return (
    <div className="tensor-facts">
      <span className="mono" data-testid="tensor-shape">{shapeText(shape)}</span>
      {dtype && <span className="badge">{dtype}</span>}
      <span className="grow" />
      {children}
    </div>
  );
}
