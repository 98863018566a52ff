import { useState, type ReactNode } from 'react';
import { isDesktop } from '../../api/desktop';
import { setSetting, useSetting } from '../../state/settings/settings';
import en from '../../words/en.json';
import { useTranslation } from '../../words/words';

type Kind = keyof (typeof en)['settings']['mute'];
const KINDS = Object.keys(en.settings.mute) as Kind[];

/** Which kinds of notices are shown. */
export function NoticesPart(): ReactNode {
  const { t } = useTranslation();
  const muted = useSetting('muted');
  const isOn = useSetting('notify');
  return (
    <section>
      {isOn && <Permission />}
      <h2 className="settings-section">{t('settings.which_notices')}</h2>
      {KINDS.map((kind) => (
        <div key={kind} className="settings-row" data-testid={`setting-mute-${kind}`}>
          <div className="settings-text"><label htmlFor={`set-mute-${kind}`}>{t(`settings.mute.${kind}`)}</label></div>
          <div className="settings-control">
            <input
              id={`set-mute-${kind}`} type="checkbox" role="switch" className="switch" disabled={!isOn} checked={!muted.includes(kind)}
              onChange={(event) => setSetting('muted', event.currentTarget.checked ? muted.filter((one) => one !== kind) : [...muted, kind])}
            />
            <span className="settings-noreset" />
          </div>
        </div>
      ))}
    </section>
  );
}

/** A browser asks the person before a page may show any, and only after a press. Our window needs no leave. */
function Permission(): ReactNode {
  const { t } = useTranslation();
  const [state, setState] = useState(() => ('Notification' in globalThis ? Notification.permission : 'granted'));
  if (isDesktop() || state === 'granted') return null;
  if (state === 'denied') return <p className="settings-note dim" data-testid="notices-denied">{t('tell.denied')}</p>;
  return (
    <p className="settings-note">
      <button type="button" className="btn small" onClick={() => void Notification.requestPermission().then(setState)} data-testid="notices-allow">{t('tell.allow')}</button>
    </p>
  );
}
