import type { ReactNode } from 'react';
import { TwoPress } from '../../parts/TwoPress';
import { useForgetSecret, useSecrets } from '../../state/settings/secrets';
import { sentenceOf, useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { RememberForm } from './RememberForm';

/** Where secrets are kept and why there, what is remembered, and forgetting it. No value is ever shown. */
export function SecretsPage(): ReactNode {
  const { t, i18n } = useTranslation();
  const say = useSentence();
  const { data, error, isPending, refetch } = useSecrets();
  const forget = useForgetSecret();
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  if (isPending) return <p role="status" className="dim" data-testid="secrets-asking">{t('secrets.asking')}</p>;
  if (error) {
    return (
      <div role="alert" className="settings-told wrong" data-testid="secrets-problem">
        <span className="grow">{sentenceOf(t, error)}</span>
        <button type="button" className="btn small" onClick={() => void refetch()}>{t('settings.retry')}</button>
      </div>
    );
  }
  return (
    <>
      <div className="settings-told" data-testid="secrets-store" data-status={data.store}>
        <p><b>{t(`secrets.store.${data.store}`)}</b> {t(`secrets.about.${data.store}`)}</p>
        {data.why && <p className="dim" data-testid="secrets-why" data-error-code={data.why.code}>{say(data.why)}</p>}
      </div>
      <h2 className="settings-section">{t('secrets.remembered')}</h2>
      {data.entries.length === 0 && <p className="dim">{t('secrets.none')}</p>}
      <ul className="settings-list">
        {data.entries.map((entry) => (
          <li key={`${entry.scope}/${entry.name}`} data-testid={`secret-${entry.scope}-${entry.name}`}>
            <span className="col grow">
              <b className="cut">{entry.name}</b>
              <span className="dim">
                {t('secrets.since', { when: when.format(new Date(entry.updated_at)) })}
                {!entry.available && ` · ${t('secrets.out_of_reach')}`}
              </span>
            </span>
            <TwoPress
              label={t('secrets.forget')} warning={t('secrets.forget_warning')} className="small" testid={`secret-${entry.scope}-${entry.name}-forget`}
              act={() => forget.mutate({ scope: entry.scope, name: entry.name })}
            />
          </li>
        ))}
      </ul>
      {forget.error && <p role="alert" className="wrong">{sentenceOf(t, forget.error)}</p>}
      <RememberForm />
    </>
  );
}
