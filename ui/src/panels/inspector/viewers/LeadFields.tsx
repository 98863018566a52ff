import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { axisName, type Plane } from '../../../state/outputs/plane';
import { useTranslation } from '../../../words/words';

interface Props {
  plane: Plane;
  dims: number;
  lead: readonly number[];
  setLead: (lead: readonly number[]) => void;
}

/** Which plane of a tensor is shown: one index for each axis before the last two. */
export function LeadFields({ plane, dims, lead, setLead }: Props): ReactNode {
  const { t } = useTranslation();
  return plane.lead.map((size, at) => {
    const index = lead[at] ?? 0;
    const name = axisName(at, plane.lead.length, dims);
    const set = (next: number): void => setLead(lead.map((old, place) => (place === at ? Math.min(Math.max(next, 0), size - 1) : old)));
    return (
      <div className="lead-field" key={at} role="group" aria-label={t('viewer.axis', { name })}>
        <span className="lead-name">{name}</span>
        <button type="button" className="btn icon small" aria-label={t('viewer.before', { name })} disabled={index === 0} onClick={() => set(index - 1)}>
          <IconChevronLeft size={14} aria-hidden />
        </button>
        <input
          type="range" min={0} max={size - 1} value={index} disabled={size === 1} aria-label={t('viewer.axis', { name })}
          onChange={(event) => set(Number(event.currentTarget.value))}
        />
        <button type="button" className="btn icon small" aria-label={t('viewer.after', { name })} disabled={index === size - 1} onClick={() => set(index + 1)}>
          <IconChevronRight size={14} aria-hidden />
        </button>
        <span className="field lead-index">
          <input
            inputMode="numeric" value={index} aria-label={t('viewer.index', { name })} data-testid={`slice-${name}`}
            onChange={(event) => {
              const next = Number(event.currentTarget.value);
              if (Number.isInteger(next)) set(next);
            }}
          />
        </span>
        <span className="dim lead-size">/ {size}</span>
      </div>
    );
  });
}
