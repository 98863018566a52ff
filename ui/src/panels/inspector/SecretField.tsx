import { IconKey, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import type { Param } from '../../state/graph/catalog';
import { paramKey, useForgetSecret, useRememberSecret, useSecrets } from '../../state/settings/secrets';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import './secret.css';

/** Stands for a value; as many for each. */
const DOTS = '••••••••';

interface Props {
  id: string;
  param: Param;
  value: unknown;
  change: (value: unknown) => void;
}

/**
 * A value that is written and never shown again. What is typed is the graph's until it is closed, and leaves the window
 * with its runs alone; what is remembered lies with the server and fills the param wherever it is blank.
 */
export function SecretField({ id, param, value, change }: Props): ReactNode {
  const { t } = useTranslation();
  const type = useTypeOfSelected();
  const [draft, setDraft] = useState('');
  const { data } = useSecrets();
  const remember = useRememberSecret();
  const forget = useForgetSecret();
  const key = paramKey(type ?? '', param.name);
  const isTyped = typeof value === 'string' && value !== '';
  const isKept = data?.entries.some((entry) => entry.scope === key.scope && entry.name === key.name && entry.available) ?? false;
  const status = isTyped ? 'typed' : isKept ? 'kept' : 'blank';
  const problem = remember.error ?? forget.error;
  const clear = (): void => {
    setDraft('');
    change('');
  };
  return (
    <span className="secret">
      <span className="field">
        <IconKey size={14} aria-hidden className="dim" />
        <input
          id={id} type="password" value={draft} placeholder={status === 'blank' ? '' : DOTS} aria-describedby={`${id}-status`} autoComplete="off" spellCheck={false} title={t('secrets.field_help')}
          data-testid={`inspector-param-${param.name}`} data-status={status}
          onChange={(event) => {
            setDraft(event.currentTarget.value);
            change(event.currentTarget.value);
          }}
          onBlur={() => setDraft('')}
        />
        {isTyped && (
          <button type="button" className="reset" aria-label={t('secrets.clear')} title={t('secrets.clear')} onClick={clear}>
            <IconX size={14} aria-hidden />
          </button>
        )}
      </span>
      <span id={`${id}-status`} className="secret-status dim cap" role="status">{t(`secrets.${status}`)}</span>
      {isTyped && type !== null && (
        <button
          type="button" className="btn small" disabled={remember.isPending} data-testid={`secret-${param.name}-remember`}
          title={t('secrets.remember_this', { name: key.name })}
          onClick={() => remember.mutate({ ...key, value }, { onSuccess: clear })}
        >
          {t('secrets.remember')}
        </button>
      )}
      {status === 'kept' && (
        <button
          type="button" className="btn small" disabled={forget.isPending} data-testid={`secret-${param.name}-forget`} title={t('secrets.forget_this')}
          onClick={() => forget.mutate(key)}
        >
          {t('secrets.forget')}
        </button>
      )}
      {problem && <span role="alert" className="wrong cap">{sentenceOf(t, problem)}</span>}
    </span>
  );
}

/** The type of what is selected; null when that is several. */
function useTypeOfSelected(): string | null {
  return useEditor(({ doc, selected }) => {
    const types = new Set(doc.nodes.filter((node) => selected.has(node.id)).map((node) => node.type));
    return types.size === 1 ? [...types][0]! : null;
  });
}
