import { useState, type ReactNode } from 'react';
import { useValue, type Place, type TensorValue } from '../../../api/outputs';
import { ApiError } from '../../../api/http';
import { countOf, isReal, rowsText, shapeText } from '../../../state/outputs/numbers';
import { CELLS, planeOf, sliceOf, wholeOf } from '../../../state/outputs/plane';
import { sentenceOf } from '../../../words/refusal';
import { useTranslation } from '../../../words/words';

interface Props {
  place: Place;
  shape: readonly number[];
  /** The slice to begin with. */
  start: string;
}

/** A slice in numbers. One writes it as in NumPy; one that is too large is answered with one that fits. */
export function ValuesView({ place, shape, start }: Props): ReactNode {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState(start);
  const [asked, ask] = useState(start);
  const { data, error } = useValue<TensorValue>(place, asked || '...');
  const isTooLarge = error instanceof ApiError && error.code === 'slice_too_large';
  const take = (slice: string): void => {
    setTyped(slice);
    ask(slice);
  };
  return (
    <div className="values-view" data-testid="view-values">
      <label className="field">
        <span className="dim">[</span>
        <input
          value={typed}
          className="mono"
          aria-label={t('viewer.slice')}
          aria-invalid={error !== null}
          spellCheck={false}
          autoComplete="off"
          placeholder=":"
          data-testid="slice-text"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => ask(typed)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') ask(typed);
          }}
        />
        <span className="dim">]</span>
      </label>
      {error && (
        <div className="slice-error" role="alert" data-error-code={error instanceof ApiError ? error.code : undefined} data-testid="slice-error">
          <span>{sentenceOf(t, error)}</span>
          {isTooLarge && <button type="button" className="btn small" onClick={() => take(fittingSlice(shape))} data-testid="slice-fit">{t('viewer.take_part')}</button>}
        </div>
      )}
      {data && !error && (
        <>
          <p className="dim cap">{shapeText(data.sliced_shape)} · {t('viewer.of_values', { count: countOf(data.sliced_shape) })}</p>
          <pre className="text-view numbers" tabIndex={0} aria-label={t('viewer.values')} data-testid="values-text">{rowsText(data.values, i18n.language, isReal(data.dtype))}</pre>
        </>
      )}
    </div>
  );
}

/** The first plane, in steps where all of it would be more than CELLS numbers. */
function fittingSlice(shape: readonly number[]): string {
  const plane = planeOf(shape);
  return countOf(shape) <= CELLS ? '...' : sliceOf(shape, plane.lead.map(() => 0), wholeOf(plane));
}
