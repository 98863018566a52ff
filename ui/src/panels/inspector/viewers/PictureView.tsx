import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { pictureAddress, usePictureRefusal, type Place } from '../../../api/outputs';
import { useTranslation } from '../../../words/words';
import { Download } from './Download';
import { Told } from './Told';

/** Pixels of the longer side: here, and of a tensor that is downloaded. */
const SHOWN = 800;
const MOST = 2048;

interface Props {
  place: Place;
  /** Of a tensor: which picture of it. */
  slice?: string;
  /** Width and height, where they are known before it is there. */
  size?: readonly [number, number];
  /** A picture as it was given, and not one that a tensor is made into. */
  isOwn?: boolean;
}

/** A picture of any size, made by the server as small as it is shown. */
export function PictureView({ place, slice = '', size, isOwn = false }: Props): ReactNode {
  const { t } = useTranslation();
  const source = pictureAddress(place, slice, SHOWN);
  const [failed, setFailed] = useState('');
  const [drawn, setDrawn] = useState<readonly [number, number] | null>(null);
  const { error } = usePictureRefusal(place, slice, failed === source);
  // one that was made smaller does not tell how large it is
  const said = size ?? (drawn && Math.max(...drawn) < SHOWN ? drawn : null);
  if (error) return <Told error={error} again={() => setFailed('')} />;
  return (
    <figure className="picture-view" data-testid="view-picture" data-slice={slice}>
      <img
        key={source}
        src={source}
        alt={t('viewer.picture_of', { port: place.port })}
        data-small={drawn !== null && Math.max(...drawn) < 256 ? true : undefined}
        onLoad={(event) => setDrawn([event.currentTarget.naturalWidth, event.currentTarget.naturalHeight])}
        onError={() => setFailed(source)}
      />
      <figcaption className="viewer-foot">
        {isOwn ? <Download place={place} kind="picture" /> : (
          <a className="btn small" href={pictureAddress(place, slice, MOST)} download={`${place.port}.png`} data-testid="picture-download">
            <IconDownload size={14} aria-hidden />
            {t('viewer.download_png')}
          </a>
        )}
        <span className="grow" />
        <span className="dim cap" data-testid="picture-size">{said && `${said[0]} × ${said[1]}`}</span>
      </figcaption>
    </figure>
  );
}
