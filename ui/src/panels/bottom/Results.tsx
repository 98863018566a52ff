import { useMemo, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { placeOf } from '../../state/graph/subgraph/places';
import { useInspect } from '../../state/outputs/inspect';
import { figureText, shapeText } from '../../state/outputs/numbers';
import { resultsOf, type Result, type ResultValue } from '../../state/outputs/results';
import { usePresets } from '../../state/presets';
import { useSession } from '../../state/run/session';
import { metricText } from '../../state/runs/figures';
import { useTranslation } from '../../words/words';
import { useGoToNode } from '../canvas/useGoToNode';

/** Letters of a text that are shown; all of it is in the Inspector. */
const LETTERS = 400;

/** What came of the run that the canvas follows. */
export function Results(): ReactNode {
  const { t } = useTranslation();
  const picture = useSession((state) => state.picture);
  const ran = useSession((state) => state.ran);
  const root = useEditor((state) => state.root);
  const results = useMemo(() => (picture ? resultsOf(ran ?? root, picture) : []), [picture, ran, root]);
  if (!picture) return <p className="bottom-told dim" data-testid="results-empty">{t('bottom.no_results')}</p>;
  if (results.length === 0) return <p className="bottom-told dim" data-testid="results-empty">{t('bottom.none_yet')}</p>;
  return (
    <div className="results" tabIndex={0} aria-label={t('bottom.results')} role="region" data-testid="results">
      {results.map((result) => <ResultCard key={result.node} result={result} />)}
    </div>
  );
}

function ResultCard({ result }: { result: Result }): ReactNode {
  const { t } = useTranslation();
  const go = useGoToNode();
  const show = (): void => {
    const place = placeOf(useEditor.getState().root, result.node, usePresets.getState().shelf);
    if (!place) return;
    useInspect.getState().show('outputs');
    go(place);
  };
  return (
    <article className="result" data-testid={`result-${result.node}`}>
      <button type="button" className="result-title" onClick={show} title={t('inspect.go')}>{result.title}</button>
      {result.image !== null && <img src={result.image} alt={t('viewer.picture_of', { port: result.title })} />}
      {result.text !== '' && <pre className="result-text">{result.text.length > LETTERS ? `${result.text.slice(0, LETTERS)}…` : result.text}</pre>}
      {result.values.length > 0 && (
        <dl>
          {result.values.map((one) => (
            <div key={`${one.name}.${one.isMetric}`}>
              <dt className="dim cut">{one.name}</dt>
              <dd className="cut"><Value one={one} /></dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}

function Value({ one }: { one: ResultValue }): ReactNode {
  const { i18n } = useTranslation();
  if (one.isMetric) return metricText(one.value, i18n.language);
  if (one.value !== undefined) return figureText(one.value, i18n.language);
  const { summary } = one;
  if (!summary) return '–';
  if (summary.shape) return <span className="mono">{shapeText(summary.shape)} <span className="dim">{summary.dtype}</span></span>;
  return String(summary['value'] ?? summary['class'] ?? summary['repr'] ?? summary.type);
}
