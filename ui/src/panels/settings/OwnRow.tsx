import type { ReactNode } from 'react';
import en from '../../words/en.json';
import type { OwnKey } from '../../state/settings/pages';
import { DEFAULTS, setSetting, useSetting, type Values } from '../../state/settings/settings';
import { useTranslation } from '../../words/words';
import { Row } from './Row';

type ChoiceKey = keyof (typeof en)['settings']['choice'];
/** The choices of preferences that are numbers, and their unit. */
const NUMBERS = { font_size: [[12, 13, 14, 15, 16, 17, 18], 'px'], disk_low_gib: [[0, 1, 2, 5, 10, 20, 50, 100], 'gib'] } as const;

/** A preference of the window: it holds as soon as it is chosen. */
export function OwnRow({ name }: { name: OwnKey }): ReactNode {
  const { t } = useTranslation();
  const value = useSetting(name);
  return (
    <Row
      id={name} label={t(`settings.own.${name}`)} help={t(`settings.about_own.${name}`)}
      reset={value === DEFAULTS[name] ? null : () => setSetting(name, null)}
    >
      <Control name={name} value={value} />
    </Row>
  );
}

function Control({ name, value }: { name: OwnKey; value: Values[OwnKey] }): ReactNode {
  const { t } = useTranslation();
  const shared = { id: `set-${name}`, 'aria-describedby': `about-${name}`, 'data-testid': `setting-${name}-control` };
  if (typeof value === 'boolean') {
    return (
      <input
        {...shared} type="checkbox" role="switch" className="switch" checked={value}
        onChange={(event) => setSetting(name, event.currentTarget.checked)}
      />
    );
  }
  if (name === 'font_size' || name === 'disk_low_gib') {
    const [usual, unit] = NUMBERS[name];
    const choices = [...new Set([...usual, Number(value)])].sort((one, other) => one - other);
    return (
      <select {...shared} className="select" value={Number(value)} onChange={(event) => setSetting(name, Number(event.currentTarget.value))}>
        {choices.map((one) => <option key={one} value={one}>{one === 0 ? t('room.never') : `${one} ${t(`settings.unit.${unit}`)}`}</option>)}
      </select>
    );
  }
  const choices = en.settings.choice[name as ChoiceKey];
  return (
    <select
      {...shared} className="select" value={value}
      onChange={(event) => setSetting(name, event.currentTarget.value as Values[typeof name])}
    >
      {Object.keys(choices).map((choice) => (
        <option key={choice} value={choice}>{t(`settings.choice.${name}.${choice}` as 'settings.choice.theme.dark')}</option>
      ))}
    </select>
  );
}
