import { IconChevronRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useState, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import type { RevisionRow } from '../../api/types.gen';
import { Dialog } from '../../parts/Dialog';
import { useEditor } from '../../state/editor';
import { hashOfSource } from '../../state/route';
import { whenText } from '../../state/runs/figures';
import { saveNow } from '../../state/saving/saver';
import { compareAll, versionsOf, type Counts } from '../../state/saving/versions';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import './versions.css';

/** Earlier versions of the graph in front: when, and what changed. One that is chosen is shown on the canvas, to be looked at. */
export function VersionsDialog({ close }: { close: () => void }): ReactNode {
  const { t, i18n } = useTranslation();
  const file = useEditor((state) => state.open.file);
  const { rows, counts, problem } = useVersions(file);
  const look = (revision: number): void => {
    close();
    if (file !== null) location.hash = hashOfSource({ of: 'version', file, revision });
  };
  const now = Date.now();
  return (
    <Dialog title={t('versions.title')} onClose={close} testId="versions-dialog">
      {problem !== null && <p role="alert" className="wrong">{problem}</p>}
      {rows && <p className="dim">{t('versions.about', { count: rows.length })}</p>}
      <ol className="version-list">
        {rows?.map(({ revision, modified }, at) => (
          <li key={revision}>
            <button
              type="button" className="version" disabled={at === 0} onClick={() => look(revision)} data-testid={`version-${revision}`}
              data-changes={sum(counts.get(revision))}
            >
              <span className="number">{t('looking.of_version', { revision })}</span>
              <span className="dim">{whenText(new Date(modified * 1000).toISOString(), now, i18n.language)}</span>
              <span className="cut">{at === 0 ? t('versions.now') : ''}</span>
              <span className="cap dim what">{at === rows.length - 1 ? t('versions.first') : said(t, counts.get(revision))}</span>
              {at > 0 && <IconChevronRight size={14} aria-hidden />}
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

interface Found {
  rows: readonly RevisionRow[] | null;
  /** Of those that have been compared so far. */
  counts: ReadonlyMap<number, Counts>;
  problem: string | null;
}

const NOTHING: Found = { rows: null, counts: new Map(), problem: null };

function useVersions(file: string | null): Found {
  const { t } = useTranslation();
  const catalog = useCatalog();
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (file === null) return;
    const end = new AbortController();
    const all = async (): Promise<void> => {
      await saveNow(); // so that the newest is what one sees
      const rows = await versionsOf(file);
      if (end.signal.aborted) return;
      setFound({ ...NOTHING, rows });
      const defaultOf = (type: string, name: string): unknown => catalog.byName.get(type)?.params.find((param) => param.name === name)?.default;
      await compareAll(file, rows, defaultOf, end.signal, (revision, one) => setFound((before) => ({ ...before, counts: new Map([...before.counts, [revision, one]]) })));
    };
    all().catch((error: unknown) => setFound({ ...NOTHING, problem: sentenceOf(t, error) }));
    return () => end.abort();
  }, [file, catalog, t]);
  return found;
}

function sum(counts: Counts | undefined): number | undefined {
  return counts && counts.nodes + counts.wires + counts.params;
}

function said(t: TFunction, counts: Counts | undefined): string {
  if (!counts) return '';
  const { nodes, wires, params } = counts;
  const parts = [
    nodes > 0 && t('versions.nodes', { count: nodes }), wires > 0 && t('versions.wires', { count: wires }), params > 0 && t('versions.params', { count: params }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : t('versions.looks');
}
