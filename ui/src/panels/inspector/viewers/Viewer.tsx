import type { ReactNode } from 'react';
import { useValue, type Place } from '../../../api/outputs';
import type { RecordedPort, RecordedValue } from '../../../api/types.gen';
import { useTranslation } from '../../../words/words';
import { ChartView } from './ChartView';
import { ListView, ModelView, PlainView, ScalarView, TextView } from './PlainViews';
import { PictureView } from './PictureView';
import { TensorView } from './TensorView';
import { Told } from './Told';
import { VideoView } from './VideoView';
import './viewers.css';

interface Props {
  recorded: RecordedPort;
  place: Place;
  /** What the port's type says it is shown as: image, chart, video. */
  media: string | null;
}

/** One recorded value, as fits what it is. */
export function Viewer({ recorded, place, media }: Props): ReactNode {
  if (recorded.type === 'tensor') return <TensorView place={place} shape={recorded.full_shape ?? []} />;
  if (media === 'image' && recorded.type === 'string') return <PictureView place={place} isOwn />;
  return <Small place={place} media={media} />;
}

function Small({ place, media }: { place: Place; media: string | null }): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useValue(place);
  if (error) return <Told error={error} again={() => void refetch()} />;
  if (!data) return <p className="told dim">{t('run.loading')}</p>;
  return (
    <>
      {data.changed && <p className="told warn cap">{t('viewer.changed')}</p>}
      {viewOf(data, place, media)}
    </>
  );
}

function viewOf(value: RecordedValue, place: Place, media: string | null): ReactNode {
  const open = value as RecordedValue & Record<string, unknown>;
  if (media === 'chart') return <ChartView port={place.port} value={open['value']} repr={String(open['repr'] ?? '')} />;
  if (media === 'video') return <VideoView port={place.port} value={open['value']} repr={String(open['repr'] ?? '')} />;
  switch (value.type) {
    case 'string':
      return <TextView place={place} text={String(open['value'] ?? '')} length={Number(open['length'] ?? 0)} isCut={open['truncated'] === true} />;
    case 'scalar':
      return <ScalarView value={open['value']} />;
    case 'list':
      return <ListView place={place} values={open['values']} length={Number(open['length'] ?? 0)} repr={String(open['repr'] ?? '')} />;
    case 'model':
      return <ModelView name={String(open['class'] ?? '')} params={Number(open['params'] ?? 0)} trainable={Number(open['trainable'] ?? 0)} />;
    default:
      return <PlainView type={value.type} repr={open['value'] === undefined ? String(open['repr'] ?? '') : JSON.stringify(open['value'], null, 2)} />;
  }
}
