import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDevices } from '../../api/queue';
import { hashOf } from '../../state/route';
import { setSetting, useSetting, useSettings } from '../../state/settings/settings';
import en from '../../words/en.json';
import { LANGUAGES, language } from '../../words/language';
import { useTranslation } from '../../words/words';

const THEMES = Object.keys(en.settings.choice.theme) as (keyof (typeof en)['settings']['choice']['theme'])[];

/** On the first start: language and colours as they are guessed, and what this machine can compute on. It blocks nothing. */
export function FirstQuestions(): ReactNode {
  const { t } = useTranslation();
  const isNew = useSettings(({ isKnown, values }) => isKnown && !values.welcomed);
  const theme = useSetting('theme');
  if (!isNew) return null;
  return (
    <section className="first-questions" aria-label={t('onboarding.welcome')} data-testid="first-questions">
      <label>
        <span className="dim">{t('settings.own.language')}</span>
        <select className="select" value={language()} data-testid="first-language" onChange={(event) => setSetting('language', event.currentTarget.value === 'zh-TW' ? 'zh-TW' : 'en')}>
          {LANGUAGES.map((one) => <option key={one} value={one}>{t(`language.${one}`)}</option>)}
        </select>
      </label>
      <label>
        <span className="dim">{t('settings.own.theme')}</span>
        <select className="select" value={theme} data-testid="first-theme" onChange={(event) => setSetting('theme', event.currentTarget.value as typeof theme)}>
          {THEMES.map((one) => <option key={one} value={one}>{t(`settings.choice.theme.${one}`)}</option>)}
        </select>
      </label>
      <DeviceCheck />
      <button type="button" className="btn small" onClick={() => setSetting('welcomed', true)} data-testid="first-done">{t('onboarding.fine')}</button>
    </section>
  );
}

function DeviceCheck(): ReactNode {
  const { t } = useTranslation();
  const { data, isError } = useDevices();
  if (!data || isError) return <span className="grow" />;
  const device = data.devices.find((one) => one.value === data.default);
  const isCard = data.default !== 'cpu';
  return (
    <p className="device-check dim" data-testid="first-device" data-status={isCard ? 'card' : 'cpu'}>
      {isCard ? <IconCheck size={14} aria-hidden className="found" /> : <IconInfoCircle size={14} aria-hidden />}
      <span>
        {isCard ? t('onboarding.card', { label: device?.label ?? data.default, device: data.default }) : t('onboarding.cpu')}{' '}
        {!isCard && <a href={hashOf({ view: 'settings', id: 'execution' })}>{t('onboarding.cpu_how')}</a>}
      </span>
    </p>
  );
}
