import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { address, ask } from '../../api/http';
import { useVersion } from '../../api/queries';
import type { PackageRow } from '../../api/types.gen';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';

declare const __UI_BUILD__: string;

/** What this is, what it is made of, and a zip for whoever is asked for help. */
export function AboutPage(): ReactNode {
  const { t } = useTranslation();
  const version = useVersion().data;
  const facts: [string, string][] = [
    [t('about.version'), version?.version ?? ''],
    [t('about.build'), version?.build || t('about.checkout')],
    [t('about.window'), __UI_BUILD__.slice(0, 12)],
    [t('about.licence'), 'Apache-2.0'],
  ];
  return (
    <>
      <dl className="about-facts" data-testid="about-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="dim">{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="settings-row">
        <div className="settings-text">
          <b>{t('about.diagnostics')}</b>
          <p className="dim">{t('about.diagnostics_text')}</p>
        </div>
        <a className="btn" href={address('/api/diagnostics')} download data-testid="about-diagnostics">
          <IconDownload size={14} aria-hidden />
          {t('about.download')}
        </a>
      </div>
      <Licences />
    </>
  );
}

function Licences(): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['licences'], enabled: isOpen, staleTime: Infinity,
    queryFn: ({ signal }) => ask<PackageRow[]>('GET', '/api/licences', { signal }),
  });
  const parts = useMemo(() => (['program', 'window'] as const).map((part) => [part, (data ?? []).filter((row) => row.part === part)] as const), [data]);
  return (
    <details className="licences" onToggle={(event) => setOpen(event.currentTarget.open)} data-testid="about-licences">
      <summary>{t('about.licences')}</summary>
      {error && <p role="alert" className="wrong">{sentenceOf(t, error)}</p>}
      {parts.map(([part, rows]) => rows.length > 0 && (
        <table key={part} className="licence-table">
          <caption>{t(`about.part_${part}`, { count: rows.length })}</caption>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.name} ${row.version}`}>
                <th scope="row">
                  <a href={address(`/api/licences/${part}/${encodeURIComponent(row.name)}`)} target="_blank" rel="noreferrer">{row.name}</a>
                </th>
                <td className="mono dim">{row.version}</td>
                <td>{row.licence || t('about.unnamed')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </details>
  );
}
