import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { LEAST_HEIGHT, MOST_HEIGHT, setHeight, useBottom } from '../../state/bottom';
import { useTranslation } from '../../words/words';

const STEP = 20;

/** The upper edge of the panel, which one drags, or moves by arrow keys. */
export function HeightHandle(): ReactNode {
  const { t } = useTranslation();
  const height = useBottom((state) => state.height);
  const grab = (event: PointerEvent<HTMLDivElement>): void => {
    const handle = event.currentTarget;
    const bottom = event.clientY + height;
    handle.setPointerCapture(event.pointerId);
    const move = (next: globalThis.PointerEvent): void => setHeight(bottom - next.clientY);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true });
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setHeight(height + step);
  };
  return (
    <div
      className="height-handle" role="separator" aria-orientation="horizontal" tabIndex={0} aria-label={t('bottom.height')}
      aria-valuenow={height} aria-valuemin={LEAST_HEIGHT} aria-valuemax={MOST_HEIGHT} onPointerDown={grab} onKeyDown={press}
    />
  );
}
