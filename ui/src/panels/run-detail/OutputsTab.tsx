import { Suspense, useState, type ReactNode } from 'react';
import { useNodeRows } from '../../api/queries';
import { useRecorded, useRunGraph, type Titles } from '../../api/runParts';
import type { RecordedPort, Run } from '../../api/types.gen';
import { Boundary } from '../../parts/Boundary';
import { lazy } from '../../parts/lazy';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';

const Viewer = lazy(() => import('../inspector/viewers/Viewer').then((module) => ({ default: module.Viewer })));

/** What nodes gave, port by port, as far as it was recorded: all of them in a list, one of them as it is. */
export function OutputsTab({ run, titles }: { run: Run; titles: Titles }): ReactNode {
  const { t } = useTranslation();
  const { data, error } = useRecorded(run);
  const [picked, pick] = useState<string | null>(null);
  if (error) return <p className="told dim" role="status" data-testid="outputs-told">{sentenceOf(t, error)}</p>;
  if (!data) return <p className="told dim">{t('run.loading')}</p>;
  if (data.length === 0) return <p className="told dim" data-testid="outputs-empty">{t('outputs.none')}</p>;
  const shown = data.find((one) => keyOf(one) === picked);
  return (
    <div className="run-outputs">
      <div className="plain-table">
        <table>
          <thead>
            <tr><th>{t('outputs.node')}</th><th>{t('outputs.port')}</th><th>{t('outputs.type')}</th><th>{t('outputs.shape')}</th></tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={keyOf(one)} data-testid={`output-${one.node_id}-${one.port}`} data-shown={one === shown || undefined} onClick={() => pick(keyOf(one))}>
                <td className="strong">
                  <button type="button" className="row-name" aria-pressed={one === shown} aria-label={t('outputs.show', { node: titles(one.node_id), port: one.port })}>{titles(one.node_id)}</button>
                </td>
                <td>{one.port}</td>
                <td className="dim">{one.type}</td>
                <td className="mono">{one.full_shape === null ? '–' : `[${one.full_shape.join(', ')}]`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown && (
        <section className="run-output" aria-label={t('outputs.show', { node: titles(shown.node_id), port: shown.port })} data-testid="run-output">
          <h3>{titles(shown.node_id)} <span className="dim">{shown.port}</span></h3>
          <Boundary key={keyOf(shown)}><Suspense fallback={null}><One run={run} port={shown} /></Suspense></Boundary>
        </section>
      )}
    </div>
  );
}

function One({ run, port }: { run: Run; port: RecordedPort }): ReactNode {
  const { data: graph } = useRunGraph(run.id);
  const { data: rows } = useNodeRows();
  const type = graph?.nodes.find((node) => node.id === port.node_id)?.type;
  const media = rows?.find((row) => row.node_name === type)?.outputs.find(({ name }) => name === port.port)?.media ?? null;
  return <Viewer recorded={port} place={{ run: run.id, node: port.node_id, port: port.port }} media={media} />;
}

function keyOf(one: RecordedPort): string {
  return `${one.node_id}\n${one.port}`;
}
