import { useState, type ReactNode } from 'react';
import { useValue, type Place } from '../../../api/outputs';
import type { RecordedValue } from '../../../api/types.gen';
import { useTranslation } from '../../../words/words';
import { Told } from './Told';

interface Text extends RecordedValue {
  value: string;
  truncated: boolean;
}

/** A picture that a port gives as the text of a PNG in base64. */
export function PictureView({ place }: { place: Place }): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useValue<Text>(place, '', true, 1_000_000);
  const [size, setSize] = useState<[number, number] | null>(null);
  if (error) return <Told error={error} again={() => void refetch()} />;
  if (!data) return <p className="told dim">{t('run.loading')}</p>;
  if (data.truncated) return <Told code="too_many" />;
  return (
    <figure className="picture-view" data-testid="view-picture">
      <img
        src={`data:image/png;base64,${data.value}`}
        alt={t('viewer.picture_of', { port: place.port })}
        onLoad={(event) => setSize([event.currentTarget.naturalWidth, event.currentTarget.naturalHeight])}
      />
      <figcaption className="dim cap">{size && `${size[0]} × ${size[1]}`}</figcaption>
    </figure>
  );
}
