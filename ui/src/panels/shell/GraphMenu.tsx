import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { emptyDocument, readDocument } from '../../state/graph/document';
import { forDisk } from '../../state/graph/known';
import { openDocument } from '../../state/saving/saver';
import { useTranslation } from '../../words/words';
import { OpenDialog } from './OpenDialog';

const MOST_BYTES = 50 * 1024 * 1024;

/** The graph's name, and what can be done with graphs as a whole. */
export function GraphMenu({ tell }: { tell: (problem: string) => void }): ReactNode {
  const { t } = useTranslation();
  const name = useEditor((state) => state.root.name);
  const [isOpening, setOpening] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  const read = async (file: File): Promise<void> => {
    if (file.size > MOST_BYTES) return tell(t('file.too_large', { name: file.name }));
    let value: unknown;
    try {
      value = JSON.parse(await file.text());
    } catch {
      return tell(t('file.no_json', { name: file.name }));
    }
    const doc = readDocument(value);
    if (!doc) return tell(t('file.no_graph', { name: file.name }));
    await openDocument({ ...doc, name: doc.name || file.name.replace(/\.json$/i, '') });
  };

  return (
    <>
      <Menu position="bottom-start" width={220} shadow="md">
        <Menu.Target>
          <button type="button" className="tab here" data-testid="graph-menu">
            <span className="cut">{name || t('canvas.untitled')}</span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void openDocument(emptyDocument(''))} data-testid="graph-new">{t('file.new')}</Menu.Item>
          <Menu.Item onClick={() => setOpening(true)} data-testid="graph-open">{t('file.open')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => picker.current?.click()} data-testid="graph-import">{t('file.import')}</Menu.Item>
          <Menu.Item onClick={download} data-testid="graph-download">{t('file.download')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={picker} type="file" accept=".json,application/json" hidden data-testid="graph-file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) void read(file);
        }}
      />
      {isOpening && <OpenDialog close={() => setOpening(false)} />}
    </>
  );
}

/** The document as a file without its secrets, by a link that the browser follows. */
function download(): void {
  const { root: doc } = useEditor.getState();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(forDisk(doc), null, 2)}\n`], { type: 'application/json' }));
  link.download = `${doc.name || 'graph'}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
