import type { ReactNode } from 'react';
import { useRecorded, type Titles } from '../../api/runParts';
import type { Run } from '../../api/types.gen';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';

/** What nodes gave, port by port, as far as it was recorded. */
export function OutputsTab({ run, titles }: { run: Run; titles: Titles }): ReactNode {
  const { t } = useTranslation();
  const { data, error } = useRecorded(run);
  if (error) return <p className="told dim" role="status" data-testid="outputs-told">{sentenceOf(t, error)}</p>;
  if (!data) return <p className="told dim">{t('run.loading')}</p>;
  if (data.length === 0) return <p className="told dim" data-testid="outputs-empty">{t('outputs.none')}</p>;
  return (
    <div className="plain-table">
      <table>
        <thead>
          <tr><th>{t('outputs.node')}</th><th>{t('outputs.port')}</th><th>{t('outputs.type')}</th><th>{t('outputs.shape')}</th></tr>
        </thead>
        <tbody>
          {data.map((one) => (
            <tr key={`${one.node_id}\n${one.port}`} data-testid={`output-${one.node_id}-${one.port}`}>
              <td className="strong">{titles(one.node_id)}</td>
              <td>{one.port}</td>
              <td className="dim">{one.type}</td>
              <td className="mono">{one.full_shape === null ? '–' : `[${one.full_shape.join(', ')}]`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
