import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { resize, usePanels, WIDTHS, type Panel } from '../../state/panels';
import { useTranslation } from '../../words/words';
import './splitter.css';

/** Pixels for one press of an arrow key, and with Shift. */
const STEP = 8;
const STRIDE = 32;

/** The edge of a panel: dragged, moved by arrow keys, put back by a double click. */
export function Splitter({ panel }: { panel: Panel }): ReactNode {
  const { t } = useTranslation();
  const width = usePanels((state) => state[panel]);
  const from = useRef<{ x: number; width: number } | null>(null);
  const [least, most, usual] = WIDTHS[panel];
  // the side panel grows to the right, the Inspector to the left
  const sign = panel === 'side' ? 1 : -1;

  const press = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Home') resize(panel, least);
    else if (event.key === 'End') resize(panel, most);
    else if (step) resize(panel, width + sign * step * (event.shiftKey ? STRIDE : STEP));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const move = (event: PointerEvent): void => {
    // of many moves between two frames, the browser may tell only the release
    if (from.current) resize(panel, from.current.width + sign * (event.clientX - from.current.x));
  };

  return (
    <div
      className={`splitter of-${panel}`} role="separator" aria-orientation="vertical" aria-label={t(`panel.${panel}`)} tabIndex={0}
      aria-valuenow={width} aria-valuemin={least} aria-valuemax={most} data-testid={`splitter-${panel}`}
      onKeyDown={press} onDoubleClick={() => resize(panel, usual)} onPointerMove={move}
      // else the browser begins a drag of its own, with whatever lies beneath
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerUp={(event) => {
        move(event);
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
}
