import type { ReactNode } from 'react';
import { useArtifacts, type Titles } from '../../api/runParts';
import type { Artifact, Run } from '../../api/types.gen';
import { bytesText, momentText } from '../../state/runs/figures';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { ArtifactActs, fileName } from './ArtifactActs';

/** The files that a run wrote, the newest first. */
export function ArtifactsTab({ run, titles }: { run: Run; titles: Titles }): ReactNode {
  const { t } = useTranslation();
  const { data, error } = useArtifacts(run);
  if (error) return <p className="told problem" role="alert">{sentenceOf(t, error)}</p>;
  if (!data) return <p className="told dim">{t('run.loading')}</p>;
  if (data.artifacts.length === 0) return <p className="told dim" data-testid="artifacts-empty">{t('artifacts.none')}</p>;
  return (
    <div className="plain-table">
      <table>
        <thead>
          <tr>
            <th>{t('artifacts.name')}</th><th>{t('artifacts.kind')}</th><th>{t('artifacts.node')}</th><th className="num">{t('artifacts.size')}</th>
            <th>{t('artifacts.when')}</th><th>{t('artifacts.where')}</th><th><span className="unseen">{t('artifacts.get')}</span></th>
          </tr>
        </thead>
        <tbody>{[...data.artifacts].reverse().map((one) => <Row key={one.id} artifact={one} titles={titles} />)}</tbody>
      </table>
    </div>
  );
}

function Row({ artifact, titles }: { artifact: Artifact; titles: Titles }): ReactNode {
  const { t, i18n } = useTranslation();
  const where = artifact.mount_label ? `${artifact.backend}:${artifact.mount_label}` : artifact.backend;
  return (
    <tr data-testid={`artifact-${artifact.id}`} data-kind={artifact.kind} data-state={artifact.state}>
      <td className="strong" title={artifact.path}>{fileName(artifact)}</td>
      <td>{artifact.kind}</td>
      <td className="dim">{titles(artifact.node_id)}</td>
      <td className="num">
        {artifact.size_bytes === null ? <span className={artifact.state === 'gone' ? 'c-away' : 'dim'}>{t(`artifacts.${artifact.state === 'folder' || artifact.state === 'elsewhere' ? artifact.state : 'gone'}`)}</span> : bytesText(artifact.size_bytes, i18n.language)}
      </td>
      <td className="dim">{momentText(artifact.created_at, i18n.language)}</td>
      <td className="dim">{where}</td>
      <td className="acts">
        <ArtifactActs artifact={artifact} />
      </td>
    </tr>
  );
}
