import { IconBookmark, IconList, IconPlus, IconServer2, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { ask } from '../../api/http';
import { useFacets, useTotal } from '../../api/runSets';
import type { SettingsAnswer } from '../../api/types.gen';
import { StatusWord } from '../../parts/StatusWord';
import { parseFilter, STATUSES, withKey } from '../../state/runs/filter';
import { ARRIVAL, useRunsList, viewOf } from '../../state/runs/list';
import type { SavedView } from '../../state/runs/views';
import { useTranslation } from '../../words/words';

const MOST_SHOWN = 12;

/** Kept views, and how many runs there are of each status, worker and tag; a press shows those alone. */
export function RunsSide({ counts }: { counts: Readonly<Record<string, number>> }): ReactNode {
  const { t, i18n } = useTranslation();
  const typed = useRunsList((list) => list.typed);
  const { query } = parseFilter(typed, t('run_status', { returnObjects: true }) as Record<string, string>, Date.now());
  const { workers, tags } = useFacets();
  const number = new Intl.NumberFormat(i18n.language);
  const ask = (key: 'status' | 'worker' | 'tag', value: string, isOn: boolean): void => useRunsList.getState().type(withKey(typed, key, isOn ? null : value));
  return (
    <aside className="runs-side" aria-label={t('runs.by_status')}>
      <h2 className="side-head">{t('runs.title')}</h2>
      <Views />
      <h3 className="side-section">{t('runs.columns.status')}</h3>
      {STATUSES.map((status) => {
        const isOn = query.status.length === 1 && query.status[0] === status;
        return (
          <button key={status} type="button" className="side-item" aria-pressed={isOn} onClick={() => ask('status', status, isOn)} data-testid={`runs-status-${status}`}>
            <StatusWord status={status} />
            <span className="count">{number.format(counts[status] ?? 0)}</span>
          </button>
        );
      })}
      {workers.length > 1 && <h3 className="side-section">{t('runs.worker')}</h3>}
      {workers.length > 1 && workers.slice(0, MOST_SHOWN).map(({ value, count }) => (
        <button key={value} type="button" className="side-item" aria-pressed={query.worker === value} onClick={() => ask('worker', value, query.worker === value)} data-testid={`runs-worker-${value}`}>
          <IconServer2 size={14} aria-hidden className="dim" />
          <span className="cut">{value === 'local' ? t('runs.local') : value}</span>
          <span className="count">{number.format(count)}</span>
        </button>
      ))}
      {tags.length > 0 && <h3 className="side-section">{t('runs.tags')}</h3>}
      {tags.length > 0 && (
        <div className="side-tags">
          {tags.slice(0, 2 * MOST_SHOWN).map(({ value }) => (
            <button key={value} type="button" className="badge cut press" aria-pressed={query.tag === value} onClick={() => ask('tag', value, query.tag === value)} data-testid={`runs-by-tag-${value}`}>{value}</button>
          ))}
        </div>
      )}
      <Kept />
    </aside>
  );
}

function Views(): ReactNode {
  const { t } = useTranslation();
  const look = useRunsList(useShallow(({ typed, sort, group, columns, metric }) => ({ typed, sort, group, columns, metric })));
  const views = useRunsList((list) => list.views);
  const { open, type } = useRunsList.getState();
  const [isNaming, setNaming] = useState(false);
  const now = viewOf(look, views);
  return (
    <>
      <h3 className="side-section with-button">
        {t('runs.views')}
        <button type="button" className="btn icon small" aria-label={t('runs.view_add')} title={t('runs.view_add')} onClick={() => setNaming(true)} data-testid="runs-view-add"><IconPlus size={14} aria-hidden /></button>
      </h3>
      <button type="button" className="side-item" aria-pressed={now === null && look.typed.trim() === ''} onClick={() => (type(''), open({ ...look, typed: '', sort: ARRIVAL, group: '' }))} data-testid="runs-status-all">
        <IconList size={14} aria-hidden className="dim" />
        {t('runs.all')}
        <Count typed="" />
      </button>
      {views.map((view) => <View key={view.name} view={view} isOn={now?.name === view.name} />)}
      {isNaming && <NameField close={() => setNaming(false)} />}
    </>
  );
}

function View({ view, isOn }: { view: SavedView; isOn: boolean }): ReactNode {
  const { t } = useTranslation();
  const { open, dropView } = useRunsList.getState();
  return (
    <div className="side-view">
      <button type="button" className="side-item" aria-pressed={isOn} onClick={() => open(view)} data-testid={`runs-view-${view.name}`}>
        <IconBookmark size={14} aria-hidden className="dim" />
        <span className="cut">{view.name}</span>
        <Count typed={view.typed} />
      </button>
      <button type="button" className="btn icon small" aria-label={t('runs.view_drop', { name: view.name })} title={t('runs.view_drop', { name: view.name })} onClick={() => dropView(view.name)} data-testid={`runs-view-drop-${view.name}`}>
        <IconX size={14} aria-hidden />
      </button>
    </div>
  );
}

function Count({ typed }: { typed: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const { query, unknown } = parseFilter(typed, t('run_status', { returnObjects: true }) as Record<string, string>, Date.now());
  const total = useTotal(unknown === null ? query : null);
  return <span className="count">{total === null ? '' : new Intl.NumberFormat(i18n.language).format(total)}</span>;
}

function NameField({ close }: { close: () => void }): ReactNode {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  return (
    <label className="field small side-field">
      <input
        autoFocus
        value={name}
        maxLength={60}
        placeholder={t('runs.view_name')}
        aria-label={t('runs.view_name')}
        data-testid="runs-view-name"
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={close}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && name.trim()) useRunsList.getState().keepView(name.trim());
          if (event.key === 'Escape' || (event.key === 'Enter' && name.trim())) close();
        }}
      />
    </label>
  );
}

/** How many runs the server keeps before the oldest goes. */
function Kept(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey: ['settings', 'retention'], queryFn: ({ signal }) => ask<SettingsAnswer>('GET', '/api/settings', { signal }), staleTime: 60_000, retry: 0 });
  const last = Number(data?.settings.find(({ name }) => name.endsWith('RUN_RETENTION_KEEP_LAST'))?.value ?? NaN);
  if (Number.isNaN(last)) return null;
  return <p className="side-foot cap dim" data-testid="runs-retention" data-last={last}>{last < 0 ? t('runs.keeps_all') : t('runs.keeps', { count: last })}</p>;
}
