import { useState, type FormEvent, type ReactNode } from 'react';
import { useNodeRows } from '../../api/queries';
import { paramKey, useRememberSecret } from '../../state/settings/secrets';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';

/** Remember a value for a secret param of a node type: it fills that param wherever it is blank. */
export function RememberForm(): ReactNode {
  const { t } = useTranslation();
  const rows = useNodeRows().data ?? [];
  const params = rows.flatMap((row) =>
    row.params.filter((param) => param.param_type === 'secret').map((param) => ({ type: row.node_name, param: param.name })));
  const [chosen, setChosen] = useState('');
  const [value, setValue] = useState('');
  const remember = useRememberSecret();
  if (params.length === 0) return <p className="dim">{t('secrets.no_params')}</p>;
  const wanted = params.find((one) => `${one.type}.${one.param}` === chosen) ?? params[0]!;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (value === '') return;
    remember.mutate({ ...paramKey(wanted.type, wanted.param), value }, { onSuccess: () => setValue('') });
  };
  return (
    <form className="secret-form" onSubmit={submit}>
      <h2 className="settings-section">{t('secrets.add')}</h2>
      <div className="row">
        <select className="select" aria-label={t('secrets.param')} value={`${wanted.type}.${wanted.param}`} onChange={(event) => setChosen(event.currentTarget.value)} data-testid="secret-param">
          {params.map((one) => <option key={`${one.type}.${one.param}`}>{`${one.type}.${one.param}`}</option>)}
        </select>
        <span className="field grow">
          <input
            type="password" autoComplete="off" spellCheck={false} value={value} placeholder={t('secrets.value')} aria-label={t('secrets.value')}
            data-testid="secret-value" onChange={(event) => setValue(event.currentTarget.value)}
          />
        </span>
        <button type="submit" className="btn primary" disabled={value === '' || remember.isPending} data-testid="secret-remember">{t('secrets.remember')}</button>
      </div>
      {remember.error && <p role="alert" className="wrong">{sentenceOf(t, remember.error)}</p>}
    </form>
  );
}
