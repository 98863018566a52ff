import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ask } from '../../api/http';
import type { GraphFile } from '../../api/types.gen';
import { Dialog } from '../../parts/Dialog';
import { openGraph } from '../../state/saving/saver';
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

  return (
    <Dialog title={t('file.open')} onClose={close} testId="open-dialog">
      <label className="field">
        <input
          value={typed} placeholder={t('file.search')} aria-label={t('file.search')} data-testid="open-search"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && found[0]) void open(found[0]);
          }}
        />
      </label>
      {(problem ?? error) && <p role="alert" className="wrong">{problem ?? sentenceOf(t, error)}</p>}
      {!isPending && found.length === 0 && <p className="dim" data-testid="open-none">{t('file.none')}</p>}
      <div className="files">
        {found.map((graph) => (
          <button key={graph.file} type="button" className="file" disabled={graph.unreadable !== null} onClick={() => void open(graph)} data-testid={`open-${graph.file}`}>
            <span className="cut">{graph.name}</span>
            <span className="dim cap">{graph.unreadable ? graph.unreadable.text : timeOf(graph.modified)}</span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}

function timeOf(seconds: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}
