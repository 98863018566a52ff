import { IconCopy, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { graphAddress } from '../../api/runParts';
import type { Run } from '../../api/types.gen';
import { CopyButton } from '../../parts/CopyButton';
import { commandOf, graphFile } from '../../state/runs/command';
import { useTranslation } from '../../words/words';

/** How to make a run once more without the window: its graph as a file, and the command for it. */
export function Repeat({ run }: { run: Run }): ReactNode {
  const { t } = useTranslation();
  const command = commandOf(run);
  return (
    <section className="fact-group repeat">
      <h2>{t('facts.repeat')}</h2>
      <code className="mono" tabIndex={0} data-testid="facts-command">{command}</code>
      <p className="repeat-acts">
        <CopyButton text={command} label={t('facts.copy_command')}><IconCopy size={14} aria-hidden /></CopyButton>
        <a className="btn small" href={graphAddress(run.id)} download={graphFile(run)} data-testid="facts-graph"><IconDownload size={14} aria-hidden />{t('facts.graph_file')}</a>
      </p>
    </section>
  );
}
