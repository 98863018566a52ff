import { IconAlertTriangle, IconRefresh, IconUpload } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { TwoPress } from '../../parts/TwoPress';
import { ApiError } from '../../api/http';
import type { CustomFileRow } from '../../api/types.gen';
import { useOwnNodes, useOwnNodesChange } from '../../state/settings/ownNodes';
import { sentenceOf, useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { PresetList } from '../presets/PresetList';

/** Files of own node types: put one in, switch one off, read them again. A file that fails says why. */
export function PacksPage(): ReactNode {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useOwnNodes();
  const { upload, reload, toggle, remove } = useOwnNodesChange();
  const picker = useRef<HTMLInputElement>(null);
  const problem = upload.error ?? reload.error ?? toggle.error ?? remove.error ?? error;
  return (
    <>
      <p className="dim">{t('packs.text')}</p>
      <div className="settings-tools">
        <button type="button" className="btn" disabled={upload.isPending} onClick={() => picker.current?.click()} data-testid="packs-upload">
          <IconUpload size={14} aria-hidden />
          {t('packs.upload')}
        </button>
        <button type="button" className="btn" disabled={reload.isPending} onClick={() => reload.mutate()} data-testid="packs-reload">
          <IconRefresh size={14} aria-hidden />
          {t('packs.reload')}
        </button>
        {reload.data && <span role="status" className="dim" data-testid="packs-reloaded">{t('packs.reloaded', { count: reload.data.total })}</span>}
        <input
          ref={picker} type="file" accept=".py" hidden data-testid="packs-file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) upload.mutate({ file, overwrite: false });
          }}
        />
      </div>
      {problem && (
        <div role="alert" className="settings-told wrong" data-testid="packs-problem">
          <span className="grow">{sentenceOf(t, problem)}</span>
          {upload.error instanceof ApiError && upload.error.code === 'file_exists' && upload.variables && (
            <button type="button" className="btn small" onClick={() => upload.mutate({ file: upload.variables.file, overwrite: true })} data-testid="packs-replace">
              {t('packs.replace')}
            </button>
          )}
          {error && <button type="button" className="btn small" onClick={() => void refetch()}>{t('settings.retry')}</button>}
        </div>
      )}
      {!isPending && data?.length === 0 && <p className="dim" data-testid="packs-none">{t('packs.none')}</p>}
      <ul className="settings-list">
        {(data ?? []).map((file) => (
          <OwnFile key={file.filename} file={file} toggle={() => toggle.mutate(file.filename)} remove={() => remove.mutate(file.filename)} />
        ))}
      </ul>
      <h2 className="settings-section">{t('packs.presets')}</h2>
      <PresetList />
    </>
  );
}

function OwnFile({ file, toggle, remove }: { file: CustomFileRow; toggle: () => void; remove: () => void }): ReactNode {
  const { t, i18n } = useTranslation();
  const say = useSentence();
  const names = new Intl.ListFormat(i18n.language, { type: 'unit' });
  const id = `own-${file.filename}`;
  return (
    <li data-testid={id} data-status={file.error ? 'error' : file.enabled ? 'on' : 'off'}>
      <span className="col grow">
        <label htmlFor={`set-${id}`} className="cut"><b>{file.filename}</b></label>
        {file.error ? (
          <span className="wrong row"><IconAlertTriangle size={14} aria-hidden />{say(file.error)}</span>
        ) : (
          <span className="dim">{file.enabled ? names.format(file.nodes) : t('packs.off')}</span>
        )}
      </span>
      <input id={`set-${id}`} type="checkbox" role="switch" className="switch" checked={file.enabled} onChange={toggle} data-testid={`${id}-switch`} />
      <TwoPress label={t('packs.delete')} warning={t('packs.delete_warning')} act={remove} className="small" testid={`${id}-delete`} />
    </li>
  );
}
