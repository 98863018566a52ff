import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ask } from '../../api/http';
import type { GraphFile } from '../../api/types.gen';
import { Dialog } from '../../parts/Dialog';
import { TwoPress } from '../../parts/TwoPress';
import { openGraph } from '../../state/saving/saver';
import { tabOf } from '../../state/tabs/tabs';
import { language } from '../../words/language';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';

/** The graphs that the server keeps, the newest first. */
export function OpenDialog({ close }: { close: () => void }): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { data, error, isPending } = useQuery({
    queryKey: ['graphs'],
    queryFn: ({ signal }) => ask<GraphFile[]>('GET', '/api/graph/list', { signal }),
    staleTime: 0,
  });
  const client = useQueryClient();
  const names = new Map<string, number>();
  for (const { name } of data ?? []) names.set(name, (names.get(name) ?? 0) + 1);
  const wanted = typed.trim().toLowerCase();
  const found = [...(data ?? [])]
    .filter((graph) => graph.name.toLowerCase().includes(wanted) || graph.file.toLowerCase().includes(wanted))
    .sort((one, other) => other.modified - one.modified);

  const open = async (graph: GraphFile): Promise<void> => {
    try {
      await openGraph(graph.file);
      close();
    } catch (failure) {
      setProblem(sentenceOf(t, failure));
    }
  };

  const remove = async (graph: GraphFile): Promise<void> => {
    try {
      await ask('DELETE', `/api/graph/${encodeURIComponent(graph.file)}`);
      setProblem(null);
    } catch (failure) {
      setProblem(sentenceOf(t, failure));
    }
    await client.invalidateQueries({ queryKey: ['graphs'] });
  };

  return (
    <Dialog title={t('file.open')} onClose={close} testId="open-dialog">
      <label className="field">
        <input
          value={typed} placeholder={t('file.search')} aria-label={t('file.search')} data-testid="open-search"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0]) void open(found[0]);
          }}
        />
      </label>
      {(problem ?? error) && <p role="alert" className="wrong">{problem ?? sentenceOf(t, error)}</p>}
      {!isPending && found.length === 0 && <p className="dim" data-testid="open-none">{t('file.none')}</p>}
      <div className="files">
        {found.map((graph) => (
          <div key={graph.file} className="file-row">
            <button type="button" className="file" disabled={graph.unreadable !== null} title={graph.file} onClick={() => void open(graph)} data-testid={`open-${graph.file}`}>
              <span className="cut">{graph.name || t('canvas.untitled')}</span>
              {names.get(graph.name) !== 1 && <span className="dim cap cut">{graph.file}</span>}
              <span className="dim cap">{graph.unreadable ? graph.unreadable.text : timeOf(graph.modified)}</span>
            </button>
            <TwoPress
              label={<IconTrash size={14} aria-label={t('file.delete', { name: graph.name || graph.file })} />} warning={t('file.delete_sure')} className="small bare" testid={`delete-${graph.file}`}
              disabled={tabOf(graph.file) !== undefined} title={t(tabOf(graph.file) ? 'file.delete_open' : 'file.delete', { name: graph.name || graph.file })} act={() => void remove(graph)}
            />
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function timeOf(seconds: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}
