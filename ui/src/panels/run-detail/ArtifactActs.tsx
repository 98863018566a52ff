import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Artifact } from '../../api/types.gen';
import { useTranslation } from '../../words/words';

/** The last part of an artifact's path, whichever system it is from. */
export function fileName({ path }: Artifact): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Copy its path; download it, where it is here. */
export function ArtifactActs({ artifact }: { artifact: Artifact }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <CopyPath path={artifact.path} />
      {artifact.download && artifact.size_bytes !== null && (
        <a className="btn icon small" href={artifact.download} download aria-label={t('artifacts.download')} title={t('artifacts.download')} data-testid={`artifact-download-${artifact.id}`}>
          <IconDownload size={14} aria-hidden />
        </a>
      )}
    </>
  );
}

/** Copies a path and says so; a page that may not copy shows it to be copied by hand. */
function CopyPath({ path }: { path: string }): ReactNode {
  const { t } = useTranslation();
  const [state, setState] = useState<'rest' | 'done' | 'by_hand'>('rest');
  if (state === 'by_hand') return <input className="by-hand" readOnly autoFocus value={path} aria-label={t('artifacts.path')} onFocus={(event) => event.currentTarget.select()} onBlur={() => setState('rest')} />;
  const copy = (): void => {
    if (!navigator.clipboard) return setState('by_hand');
    navigator.clipboard.writeText(path).then(() => setState('done'), () => setState('by_hand'));
  };
  return (
    <button type="button" className="btn icon small" aria-label={t(state === 'done' ? 'artifacts.copied' : 'artifacts.copy')} title={t(state === 'done' ? 'artifacts.copied' : 'artifacts.copy')} onClick={copy} onBlur={() => setState('rest')}>
      {state === 'done' ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
    </button>
  );
}
