import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { nodeRows, useNodeRows } from '../../api/queries';
import { isThere } from '../../api/queue';
import { useConnection } from '../../state/connection';
import type { NodeRow } from '../../state/graph/catalog';
import { askOtherNodes, changeOf, type Change } from '../../state/palette/fresh';
import { loadPresets } from '../../state/presets';
import { judgeAnew } from '../../state/problems/problems';
import { language } from '../../words/language';
import { useTranslation } from '../../words/words';

/** Milliseconds between two looks while the window is seen: an answer without news is a few bytes. */
const EVERY = 20_000;

/** Says that the server has other node types by now, and takes them up: the graph stays as it is. */
export function FreshBar(): ReactNode {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { data } = useNodeRows();
  const [found, setFound] = useState<readonly NodeRow[] | null>(null);
  useEffect(() => {
    setFound(null);
    return watch(setFound);
  }, [i18n.language]);
  const change = useMemo(() => (found && data ? changeOf(data, found) : null), [found, data]);
  if (!change) return null;
  const reload = async (): Promise<void> => {
    setFound(null);
    await client.invalidateQueries({ queryKey: nodeRows().queryKey });
    await client.invalidateQueries({ queryKey: ['custom-nodes'] });
    await loadPresets().catch(() => undefined); // away: they are asked for when it is back
    judgeAnew();
  };
  return (
    <div className="fresh" role="status" data-testid="palette-fresh">
      <span className="grow">{sentenceOf(t, change)}</span>
      <button type="button" className="btn small" onClick={() => void reload()} data-testid="palette-reload">
        <IconRefresh size={14} aria-hidden />
        {t('at_hand.reload')}
      </button>
    </div>
  );
}

function sentenceOf(t: TFunction, { added, changed, gone }: Change): string {
  const parts = [
    added > 0 && t('at_hand.new', { count: added }),
    changed > 0 && t('at_hand.changed', { count: changed }),
    gone > 0 && t('at_hand.gone', { count: gone }),
  ];
  return parts.filter(Boolean).join(t('at_hand.between'));
}

/** Look now and then, when the window is looked at again, and when the server is back. Answers how to stop. */
function watch(told: (found: readonly NodeRow[]) => void): () => void {
  let isOver = false;
  const asked = language();
  const look = (): void => {
    if (document.visibilityState !== 'visible' || !isThere()) return;
    askOtherNodes().then((rows) => {
      if (rows && !isOver && asked === language()) told(rows);
    }, () => undefined); // away, or in trouble: others say so
  };
  look();
  const timer = setInterval(look, EVERY);
  const stop = useConnection.subscribe((now, before) => now.link === 'up' && before.link !== 'up' && look());
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    isOver = true;
    clearInterval(timer);
    stop();
    removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}
