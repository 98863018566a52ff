import { expect, it } from 'vitest';
import { videoOf } from './video';

it('a video is fetched from the media of this server alone', () => {
  expect(videoOf({ url: '/api/media/a.mp4', format: 'mp4', fps: 10, frames: 20 })).toMatchObject({ address: '/api/media/a.mp4', isPicture: false, fps: 10, width: null });
  expect(videoOf({ path: 'clips/my clip.gif' })).toMatchObject({ address: '/api/media/clips/my%20clip.gif', isPicture: true });
  for (const value of [null, {}, { url: 'https://elsewhere/a.mp4' }, { url: '//elsewhere/a.mp4' }, { url: '/api/media/../secrets' }, { path: '/etc/passwd' }, { path: 'C:\\a.mp4' }, { path: '../a.mp4' }]) {
    expect(videoOf(value)).toBeNull();
  }
});
