import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { videoOf } from '../../../state/outputs/video';
import { bytesText, clockText } from '../../../state/runs/figures';
import { useTranslation } from '../../../words/words';
import { PlainView } from './PlainViews';
import './media.css';

/** A video, or a moving picture, that a node has written; only from the media of this server. */
export function VideoView({ port, value, repr }: { port: string; value: unknown; repr: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const [isGone, setIsGone] = useState(false);
  const video = videoOf(value);
  if (!video) return <PlainView type="dict" repr={repr} />;
  const { address, isPicture, width, height, frames, fps, bytes } = video;
  const label = t('media.video_of', { port });
  const facts = [
    width && height && `${width} × ${height}`, frames && fps && clockText((1000 * frames) / fps), fps && `${fps} fps`, bytes && bytesText(bytes, i18n.language),
  ].filter(Boolean).join(' · ');
  return (
    <figure className="video-view" data-testid="view-video" data-gone={isGone || undefined}>
      {isGone ? <p className="told dim" role="status">{t('media.video_gone')}</p>
        : isPicture ? <img src={address} alt={label} onError={() => setIsGone(true)} />
        : <video src={address} controls preload="metadata" aria-label={label} onError={() => setIsGone(true)} />}
      <figcaption className="viewer-foot">
        {!isGone && <a className="btn small" href={address} download data-testid="download-video"><IconDownload size={14} aria-hidden />{t('media.download')}</a>}
        <span className="grow" />
        <span className="dim cap">{facts}</span>
      </figcaption>
    </figure>
  );
}
