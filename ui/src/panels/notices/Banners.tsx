import { IconAlertTriangle, IconInfoCircle, IconPlugConnectedX, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { isDesktop } from '../../api/desktop';
import { bannersOf, changesIn, type BannerCode, type Situation } from '../../state/banners';
import { useBuild } from '../../state/build';
import { useConnection } from '../../state/connection';
import { startServer } from '../../state/desktop/desktop';
import { useFaults } from '../../state/faults';
import { isLow, useRoom } from '../../state/room';
import { hashOf } from '../../state/route';
import { useProtection } from '../../state/saving/protection';
import { saveNow } from '../../state/saving/saver';
import { bytesText } from '../../state/runs/figures';
import { setSetting, setting, useSettings } from '../../state/settings/settings';
import { ticksMs } from '../../state/ticks';
import { asksForOtherChinese } from '../../words/language';
import { useTranslation } from '../../words/words';
import './notices.css';

const SIGNS: Partial<Record<BannerCode, typeof IconInfoCircle>> = {
  server_away: IconPlugConnectedX, socket_blocked: IconPlugConnectedX, new_build: IconRefresh, language: IconInfoCircle,
};
const CLOSABLE: readonly BannerCode[] = ['disk_low', 'language', 'socket_blocked', 'no_journal'];
const SEEN = 'cdui.banners';

/** What is wrong with the window as a whole, and what to do about it. Nothing of it covers the graph. */
export function Banners(): ReactNode {
  const { t, i18n } = useTranslation();
  const [dismissed, setDismissed] = useState(seenBefore);
  const codes = useBanners(dismissed);
  const room = bytesText(useRoom((state) => state.freeBytes) ?? 0, i18n.language);
  if (codes.length === 0) return null;
  const close = (code: BannerCode): void => {
    const next = new Set([...dismissed, code]);
    setDismissed(next);
    try {
      localStorage.setItem(SEEN, [...next].filter((one) => one === 'language').join());
    } catch {
      // a browser that keeps nothing: it holds for this visit
    }
  };
  return (
    <section className="banners" aria-label={t('banner.label')}>
      {codes.map((code) => {
        const Sign = SIGNS[code] ?? IconAlertTriangle;
        return (
          <div key={code} className={`banner ${code}`} role={code === 'language' || code === 'new_build' ? 'status' : 'alert'} data-testid={`banner-${code}`}>
            <Sign size={16} aria-hidden />
            <p>
              <b>{t(`banner.${code}.title`, { address: location.origin })}</b> <span className="dim">{t(`banner.${code}.text`, { address: location.origin, room })}</span>
            </p>
            {code === 'new_build' && (
              <button type="button" className="btn small" onClick={() => void reload()} data-testid="banner-reload">{t('banner.reload')}</button>
            )}
            {code === 'disk_low' && (
              <>
                <a className="btn small" href={hashOf({ view: 'settings', id: 'storage' })} data-testid="banner-room">{t('room.open')}</a>
                <button type="button" className="btn small" onClick={mute} data-testid="banner-mute">{t('room.mute')}</button>
              </>
            )}
            {code === 'server_away' && isDesktop() && <StartButton />}
            {CLOSABLE.includes(code) && (
              <button type="button" className="btn icon small" aria-label={t('dialog.close')} onClick={() => close(code)} data-testid={`banner-close-${code}`}>
                <IconX size={14} aria-hidden />
              </button>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** In a window of ours, a server that was stopped is one press away. */
function StartButton(): ReactNode {
  const { t } = useTranslation();
  const [isStarting, setStarting] = useState(false);
  const start = (): void => {
    setStarting(true);
    void startServer().finally(() => setStarting(false));
  };
  return (
    <button type="button" className="btn small" disabled={isStarting} onClick={start} data-testid="banner-start">{t('desktop.start')}</button>
  );
}

/** Which banners stand now; looked at again when time alone may bring one. */
function useBanners(dismissed: ReadonlySet<BannerCode>): BannerCode[] {
  const { link, downSinceMs } = useConnection();
  const faults = useFaults((state) => state.faults);
  const isNewBuild = useBuild((state) => state.isNew);
  const { i18n } = useTranslation();
  const [, look] = useState(0);
  const isOtherChinese = asksForOtherChinese() && i18n.language === 'zh-TW';
  const freeBytes = useRoom((state) => state.freeBytes);
  const isRoomLow = useSettings(({ values }) => isLow(freeBytes, values));
  const isKept = useProtection((state) => state.isKept);
  const now: Situation = { link, downSinceMs, faults, isNewBuild, isOtherChinese, isRoomLow, isKept, dismissed };
  const wait = changesIn(now, ticksMs());
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => look((times) => times + 1), wait);
    return () => clearTimeout(timer);
  }, [wait]);
  return bannersOf(now, ticksMs());
}

/** As in the settings, where it can be taken back. */
function mute(): void {
  setSetting('muted', [...setting('muted'), 'disk_low']);
}

async function reload(): Promise<void> {
  await saveNow();
  location.reload();
}

function seenBefore(): ReadonlySet<BannerCode> {
  try {
    return new Set((localStorage.getItem(SEEN) ?? '').split(',').filter(Boolean) as BannerCode[]);
  } catch {
    return new Set();
  }
}
