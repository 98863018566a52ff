import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/http';
import { useDevices } from '../../api/queue';
import type { Setting } from '../../api/types.gen';
import { bytesWord, chosen, readValue, shortName, useSaveSetting, type SettingValue } from '../../state/settings/server';
import en from '../../words/en.json';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { Row } from './Row';

interface Props {
  row: Setting;
  label: string;
}

/** A setting of the server: saved when the field is left, in force from the server's next start. */
export function ServerRow({ row, label }: Props): ReactNode {
  const { t, i18n } = useTranslation();
  const save = useSaveSetting();
  const name = shortName(row);
  const put = (value: SettingValue | null): void => {
    if (value === null || String(value) !== String(chosen(row))) save.mutate({ name, value });
    else save.reset(); // back to what it was: nothing is wrong any more
  };
  return (
    <Row
      id={name} label={label} help={i18n.language === 'zh-TW' ? row.help_zh_TW : row.help}
      reset={row.saved === null || row.read_only ? null : () => put(null)}
      notes={<Notes row={row} problem={save.error} />}
    >
      <Control row={row} put={put} isWrong={save.error instanceof ApiError} />
      {row.unit in en.settings.unit && <span className="settings-unit dim">{t(`settings.unit.${row.unit as 'runs'}`)}</span>}
    </Row>
  );
}

function Notes({ row, problem }: { row: Setting; problem: Error | null }): ReactNode {
  const { t, i18n } = useTranslation();
  const size = row.unit === 'bytes' ? bytesWord(Number(chosen(row)), i18n.language) : null;
  return (
    <>
      {size && <p className="dim">{size}</p>}
      {row.source === 'env' && <p data-testid={`setting-${shortName(row)}-env`}>{t('settings.from_env', { name: row.name })}</p>}
      {row.source === 'argument' && <p>{t('settings.from_argument')} ({t('settings.now', { value: said(row.value, t('settings.nothing')) })})</p>}
      {row.pending && (
        <p className="settings-pending" data-testid={`setting-${shortName(row)}-pending`}>
          {t('settings.restart')} ({t('settings.now', { value: said(row.value, t('settings.nothing')) })})
        </p>
      )}
      {problem && <p role="alert" className="wrong" data-testid={`setting-${shortName(row)}-problem`}>{sentenceOf(t, problem)}</p>}
    </>
  );
}

function said(value: SettingValue, nothing: string): string {
  return value === '' ? nothing : String(value);
}

/** Whether the choices of a setting have words; names such as DEBUG are their own. */
function isWorded(name: string): boolean {
  return name in en.settings.choice;
}

function Control({ row, put, isWrong }: { row: Setting; put: (value: SettingValue | null) => void; isWrong: boolean }): ReactNode {
  const { t } = useTranslation();
  const name = shortName(row);
  const value = chosen(row);
  const shared = { id: `set-${name}`, 'aria-describedby': `about-${name}`, 'data-testid': `setting-${name}-control`, disabled: row.read_only };
  if (typeof row.value === 'boolean') {
    return (
      <input
        {...shared} type="checkbox" role="switch" className="switch" checked={value === true}
        onChange={(event) => put(event.currentTarget.checked)}
      />
    );
  }
  if (name === 'default_device') return <DeviceControl shared={shared} value={String(value)} put={put} />;
  if (row.choices.length > 0) {
    return (
      <select {...shared} className="select" value={String(value)} onChange={(event) => put(event.currentTarget.value)}>
        {row.choices.map((choice) => <option key={choice} value={choice}>{isWorded(name) ? t(`settings.choice.${name}.${choice}` as 'settings.choice.theme.dark') : choice}</option>)}
      </select>
    );
  }
  return <TextControl shared={shared} row={row} value={value} put={put} isWrong={isWrong} />;
}

/** The devices that are there; one that is not stays to be seen, and is not to be chosen. */
function DeviceControl({ shared, value, put }: { shared: TextProps['shared']; value: string; put: (value: SettingValue | null) => void }): ReactNode {
  const { t } = useTranslation();
  const known = useDevices().data?.devices ?? [];
  return (
    <select {...shared} className="select" value={value} onChange={(event) => put(event.currentTarget.value)}>
      <option value="auto">{t('settings.device_auto')}</option>
      {known.map(({ value: one, label, available }) => <option key={one} value={one} disabled={!available}>{one === label ? one : `${one} · ${label}`}</option>)}
      {value !== 'auto' && !known.some((one) => one.value === value) && <option value={value}>{value}</option>}
    </select>
  );
}

interface TextProps {
  shared: { id: string; 'aria-describedby': string; disabled: boolean };
  row: Setting;
  value: SettingValue;
  put: (value: SettingValue | null) => void;
  isWrong: boolean;
}

function TextControl({ shared, row, value, put, isWrong }: TextProps): ReactNode {
  const [typed, setTyped] = useState(String(value));
  const sent = useRef(typed);
  useEffect(() => {
    sent.current = String(value);
    setTyped(String(value));
  }, [value]);
  const isNumber = typeof row.value === 'number';
  // a text that is no number is sent as it is: the server says what is wrong with it, and in which bounds it may be
  const commit = (): void => {
    if (typed === sent.current) return; // what was refused is not sent again by leaving the field
    sent.current = typed;
    if (typed.trim() === '' && row.unit === 'path') {
      setTyped(String(value)); // no folder is the one that it has without being told
      return put(null);
    }
    put(readValue(row, typed) ?? typed.trim());
  };
  const restore = (): void => {
    sent.current = String(value);
    setTyped(String(value));
    put(value);
  };
  return (
    <span className={[isNumber ? 'field settings-number' : 'field settings-words', isWrong ? 'wrong' : '', row.read_only ? 'fixed' : ''].join(' ')}>
      <input
        {...shared} type="text" inputMode={isNumber ? 'numeric' : 'text'} value={typed} spellCheck={false} autoComplete="off"
        readOnly={row.read_only} disabled={false} title={typed} aria-invalid={isWrong}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') restore();
        }}
      />
    </span>
  );
}
