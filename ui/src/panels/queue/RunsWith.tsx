import { IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDevices } from '../../api/queue';
import { useEditor } from '../../state/editor';
import type { Asked } from '../../state/queue/asked';
import type { QueueForm } from '../../state/queue/form';
import { provenanceOf } from '../../state/queue/provenance';
import { shortName, useServerSettings } from '../../state/settings/server';
import { useTranslation } from '../../words/words';

/** What the graph would run with, and where the files of its run will lie. */
export function RunsWith({ asked, form }: { asked: Asked; form: QueueForm }): ReactNode {
  const { t } = useTranslation();
  const usual = useDevices().data?.default ?? 'auto';
  const open = useEditor((state) => state.open);
  const saved = useEditor((state) => state.saved);
  const values = new Map(useServerSettings().data?.settings.map((row) => [shortName(row), String(row.value)]));
  const { revision, isAsSaved, device, seed } = provenanceOf(asked.doc, form, usual, asked.from === null ? open.revision : null, saved);
  const python = values.get('python');
  const parts = [
    asked.from !== null ? t('with.of_run', { run: asked.from.slice(0, 8) }) : revision === null ? t('with.unsaved') : t(isAsSaved ? 'with.revision' : 'with.changed', { revision }),
    seed === null ? t('with.no_seed') : t('with.seed', { seed }),
    device,
    python ? t('with.python', { python }) : t('with.own_python'),
  ];
  const folder = values.get('user_data_dir');
  return (
    <div className="queue-with dim" data-testid="queue-with">
      <p>{t('with.label', { parts: parts.join(' · ') })}</p>
      {folder && <p title={folder}><IconFolder size={14} aria-hidden /><span className="cut">{t('with.files', { folder })}</span></p>}
    </div>
  );
}
