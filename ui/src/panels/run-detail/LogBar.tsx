import { IconAlertCircle, IconChevronDown, IconChevronUp, IconDownload, IconSearch, IconTextWrap } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Titles } from '../../api/runParts';
import { LEVELS, type Level } from '../../state/runs/log';
import type { LogFilter } from '../../state/runs/logView';
import { useTranslation } from '../../words/words';

interface Props {
  filter: LogFilter;
  setFilter: (filter: LogFilter) => void;
  nodes: readonly string[];
  titles: Titles;
  typed: string;
  type: (text: string) => void;
  /** Which of how many places; null while nothing is looked for. */
  found: string | null;
  turn: (step: number) => void;
  isWrapped: boolean;
  wrap: (isWrapped: boolean) => void;
  runId: string;
  toError: (() => void) | null;
}

const SOURCES = ['both', 'event', 'console'] as const;

/** What of the log is shown, and what is looked for in it. */
export function LogBar({ filter, setFilter, nodes, titles, typed, type, found, turn, isWrapped, wrap, runId, toError }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="log-bar">
      <div className="segmented" role="group" aria-label={t('log.source')}>
        {SOURCES.map((from) => (
          <button key={from} type="button" aria-pressed={filter.from === from} onClick={() => setFilter({ ...filter, from })} data-testid={`log-from-${from}`}>
            {t(`log.from_${from}`)}
          </button>
        ))}
      </div>
      <label className="field log-search">
        <IconSearch size={14} aria-hidden />
        <input
          value={typed}
          placeholder={t('log.search')}
          aria-label={t('log.search')}
          spellCheck={false}
          data-testid="log-search"
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') turn(event.shiftKey ? -1 : 1);
            else if (event.key === 'Escape') type('');
          }}
        />
        {found !== null && <span className="cap dim" role="status" data-testid="log-found">{found}</span>}
      </label>
      <button type="button" className="btn icon small" disabled={found === null} aria-label={t('log.previous')} onClick={() => turn(-1)}>
        <IconChevronUp size={14} aria-hidden />
      </button>
      <button type="button" className="btn icon small" disabled={found === null} aria-label={t('log.next')} onClick={() => turn(1)}>
        <IconChevronDown size={14} aria-hidden />
      </button>
      <select className="select" aria-label={t('log.level')} value={filter.level} onChange={(event) => setFilter({ ...filter, level: event.currentTarget.value as Level })} data-testid="log-level">
        {LEVELS.map((level) => <option key={level} value={level}>{t(`log.level_${level}`)}</option>)}
      </select>
      <select className="select" aria-label={t('log.node')} value={filter.node ?? ''} onChange={(event) => setFilter({ ...filter, node: event.currentTarget.value || null })} data-testid="log-node">
        <option value="">{t('log.all_nodes')}</option>
        {nodes.map((node) => <option key={node} value={node}>{titles(node)}</option>)}
      </select>
      <span className="grow" />
      {toError && (
        <button type="button" className="btn small" onClick={toError} data-testid="log-first-error">
          <IconAlertCircle size={14} aria-hidden />
          {t('log.first_error')}
        </button>
      )}
      <button type="button" className="btn icon" aria-pressed={isWrapped} aria-label={t('log.wrap')} title={t('log.wrap')} onClick={() => wrap(!isWrapped)} data-testid="log-wrap">
        <IconTextWrap size={16} aria-hidden />
      </button>
      <a className="btn icon" href={`/api/runs/${runId}/log`} download aria-label={t('log.download')} title={t('log.download')} data-testid="log-download">
        <IconDownload size={16} aria-hidden />
      </a>
    </div>
  );
}
