import type { ReactNode } from 'react';
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
