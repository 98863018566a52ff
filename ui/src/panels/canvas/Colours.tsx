import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { COLOURS } from '../../state/graph/frames';
import { useTranslation } from '../../words/words';
import { colourNow, paint, tokenOf } from './colours';

/** Colours for the frames and notes that are chosen. */
export function Colours({ done }: { done: () => void }): ReactNode {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const now = useEditor(colourNow);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[aria-checked="true"], button')?.focus();
    const leave = (event: PointerEvent): void => {
      if (!list.current?.parentElement?.contains(event.target as Node)) done();
    };
    addEventListener('pointerdown', leave, true);
    return () => removeEventListener('pointerdown', leave, true);
  }, [done]);
  const press = (event: KeyboardEvent): void => {
    const all = [...list.current!.querySelectorAll<HTMLElement>('button')];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
    else if (event.key === 'Escape') done();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="swatches float" role="menu" aria-label={t('editing.colour')} ref={list} onKeyDown={press}>
      {COLOURS.map((colour) => (
        <button
          key={colour} type="button" role="menuitemradio" aria-checked={now === colour} className="swatch" title={t(`colour.${colour}`)} aria-label={t(`colour.${colour}`)}
          style={{ background: tokenOf(colour) }} data-testid={`colour-${colour}`}
          onClick={() => {
            paint(colour);
            done();
          }}
        />
      ))}
    </div>
  );
}
