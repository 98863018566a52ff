import { IconMaximize, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hashOf } from '../../state/route';
import { dashAt, tokenAt, useCompare, VIEWS, type CompareView } from '../../state/runs/compare';
import type { Look } from '../../state/runs/curves';
import { useTranslation } from '../../words/words';
import { CurveTools } from '../curves/CurveTools';
import { nameOf } from '../runs/cells';
import type { Compared } from './ComparePanel';

interface Props {
  compared: Compared;
  view: CompareView;
  look: Look;
  setLook: (look: Look) => void;
  isDrawer: boolean;
  close: () => void;
}

/** Which runs these are, how they are looked at, and the way out. */
export function CompareHead({ compared, view, look, setLook, isDrawer, close }: Props): ReactNode {
  const { t } = useTranslation();
  const Title = isDrawer ? 'h2' : 'h1';
  return (
    <header className="compare-head">
      <Title>{t('compare.title', { count: compared.ids.length })}</Title>
      <Legend compared={compared} />
      <div className="segmented small" role="group" aria-label={t('compare.views')}>
        {VIEWS.map((one) => (
          <button key={one} type="button" aria-pressed={view === one} onClick={() => useCompare.getState().look(one)} data-testid={`compare-${one}`}>{t(`compare.${one}`)}</button>
        ))}
      </div>
      {view === 'curves' && <CurveTools look={look} setLook={setLook} />}
      {isDrawer && (
        <a className="btn icon small" href={hashOf({ view: 'runs', id: 'compare', tab: compared.ids.join(',') })} aria-label={t('compare.whole')} title={t('compare.whole')} data-testid="compare-whole">
          <IconMaximize size={14} aria-hidden />
        </a>
      )}
      <button type="button" className="btn icon small" aria-label={t('compare.close')} title={t('compare.close')} onClick={close} data-testid="compare-close">
        <IconX size={14} aria-hidden />
      </button>
    </header>
  );
}

function Legend({ compared }: { compared: Compared }): ReactNode {
  const { t } = useTranslation();
  const hovered = useCompare((state) => state.hovered);
  const { hover, open } = useCompare.getState();
  return (
    <ul className="legend" aria-label={t('compare.legend')} tabIndex={0}>
      {compared.ids.map((id, at) => {
        const run = compared.runs[at];
        const name = run ? nameOf(run) : id.slice(0, 8);
        return (
          <li key={id} data-hovered={hovered === id || undefined} data-testid={`compare-run-${id}`} onMouseEnter={() => hover(id)} onMouseLeave={() => hover(null)}>
            <Sample at={at} />
            <a className="cut" href={hashOf({ view: 'runs', id, tab: 'metrics' })} onFocus={() => hover(id)} onBlur={() => hover(null)}>{name}</a>
            {compared.ids.length > 2 && (
              <button type="button" className="untag" aria-label={t('compare.drop', { name })} onClick={() => open(compared.ids.filter((one) => one !== id))}>
                <IconX size={12} aria-hidden />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The look of a run's curves. */
export function Sample({ at }: { at: number }): ReactNode {
  return (
    <svg className="sample" width={16} height={8} aria-hidden style={{ stroke: `var(${tokenAt(at)})` }}>
      <path d="M0 4h16" strokeDasharray={dashAt(at).join(' ') || undefined} />
    </svg>
  );
}
