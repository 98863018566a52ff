import { useRef, type PointerEvent, type ReactNode } from 'react';
import { useEditor } from '../../../state/editor';
import { stepped } from '../../../state/fields/stepping';
import type { FieldProps } from './props';
import { useScrub } from './scrub';

/** Pixels of the pointer to a step, and how many it has to go before it pulls. */
const PX_A_STEP = 4;

/** The name of a param. That of a number can be pulled to the right and left, which is one step for Undo. */
export function ParamLabel({ id, param, value, change }: FieldProps): ReactNode {
  const pull = useRef<{ x: number; from: number } | null>(null);
  const wasPulled = useRef(false);
  const isNumber = (param.param_type === 'int' || param.param_type === 'float') && typeof value === 'number';
  const begin = (event: PointerEvent<HTMLLabelElement>): void => {
    wasPulled.current = false;
    if (event.button !== 0 || event.pointerType === 'touch' || useEditor.getState().readOnly || typeof value !== 'number') return;
    pull.current = { x: event.clientX, from: value };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    if (!pull.current) return;
    const steps = Math.trunc((event.clientX - pull.current.x) / PX_A_STEP);
    if (steps === 0 && !wasPulled.current) return;
    wasPulled.current = true;
    useScrub.setState({ id, value: stepped(pull.current.from, steps * (event.shiftKey ? 10 : 1), param) });
  };
  const end = (isKept: boolean): void => {
    const { id: pulled, value: next } = useScrub.getState();
    const from = pull.current?.from;
    pull.current = null;
    useScrub.setState({ id: null });
    if (isKept && pulled === id && next !== from) change(next);
  };
  if (!isNumber) return <label htmlFor={id} className="cut">{param.name}</label>;
  return (
    <label
      htmlFor={id} className="cut pulls" data-testid={`pull-${param.name}`}
      onPointerDown={begin} onPointerMove={move} onPointerUp={() => end(true)} onPointerCancel={() => end(false)}
      onClick={(event) => wasPulled.current && event.preventDefault()}
    >
      {param.name}
    </label>
  );
}
