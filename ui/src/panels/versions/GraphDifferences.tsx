import { useMemo, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import type { GraphDocument } from '../../state/graph/document';
import { valueText, type Difference } from '../../state/runs/diff';
import { betweenTwo } from '../../state/saving/versions';
import { useTranslation } from '../../words/words';
import './differences.css';

interface Props {
  one: GraphDocument;
  other: GraphDocument;
  /** What the two are called. */
  names: readonly [string, string];
}

/** In what two documents of one graph differ, a line a thing; what is the same in both is not there. */
export function GraphDifferences({ one, other, names }: Props): ReactNode {
  const { t } = useTranslation();
  const catalog = useCatalog();
  const { params, nodes, wires } = useMemo(
    () => betweenTwo(one, other, (type, name) => catalog.byName.get(type)?.params.find((param) => param.name === name)?.default),
    [one, other, catalog],
  );
  const all = params.length + nodes.length + wires.length;
  if (all === 0) return <p className="dim" data-testid="graph-differences" data-count={0}>{t('versions.only_look')}</p>;
  const has = (value: unknown): string => (value === true ? t('compare.has') : '–');
  return (
    <div className="graph-differences" data-testid="graph-differences" data-count={all} tabIndex={0} role="group" aria-label={t('compare.differences')}>
      <table>
        <thead>
          <tr><th scope="col"><span className="unseen">{t('compare.what')}</span></th>{names.map((name) => <th key={name} scope="col">{name}</th>)}</tr>
        </thead>
        <tbody>
          {nodes.map((line) => <Line key={`node ${line.of}`} line={line} title={t('compare.node', { name: line.of })} text={valueText} />)}
          {params.map((line) => <Line key={`${line.of} ${line.name}`} line={line} title={`${line.of} · ${line.name}`} text={valueText} />)}
          {wires.map((line) => <Line key={`wire ${line.of}`} line={line} title={line.of} text={has} />)}
        </tbody>
      </table>
    </div>
  );
}

function Line({ line, title, text }: { line: Difference; title: string; text: (value: unknown) => string }): ReactNode {
  return (
    <tr>
      <th scope="row" title={title}>{title}</th>
      {line.values.map((value, at) => <td key={at} title={text(value)}>{text(value)}</td>)}
    </tr>
  );
}
