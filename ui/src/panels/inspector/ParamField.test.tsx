// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Param } from '../../state/graph/catalog';
import { ParamField } from './ParamField';

const EPOCHS = { name: 'epochs', param_type: 'int', default: 1, min_value: 1, max_value: 100, options: [] } as unknown as Param;

/** A field over a value that others may change, too: `undo` sets it back. */
function Held({ param = EPOCHS }: { param?: Param }): ReactNode {
  const [value, setValue] = useState<unknown>(7);
  return (
    <>
      <ParamField id="one" param={param} value={value} change={setValue} />
      <output>{JSON.stringify(value)}</output>
      <button type="button" onClick={() => setValue(7)}>undo</button>
    </>
  );
}

const field = (): HTMLInputElement => screen.getByTestId('inspector-param-epochs');
const type = (text: string): void => void fireEvent.change(field(), { target: { value: text } });

afterEach(cleanup);

describe('a field of a number', () => {
  it('shows what was undone while it is still being typed in', () => {
    render(<Held />);
    type('9');
    expect([field().value, screen.getByRole('status').textContent]).toEqual(['9', '9']);
    fireEvent.click(screen.getByText('undo'));
    expect(field().value).toBe('7');
    type('9');
    expect([field().value, screen.getByRole('status').textContent]).toEqual(['9', '9']);
  });

  it('shows what was undone even when both happen before it is drawn again', () => {
    render(<Held />);
    act(() => {
      type('9');
      fireEvent.click(screen.getByText('undo'));
    });
    expect([field().value, screen.getByRole('status').textContent]).toEqual(['7', '7']);
  });

  it('keeps a spelling of a number as it was typed, and shows the plain one afterwards', () => {
    render(<Held />);
    type('1e1');
    expect([field().value, screen.getByRole('status').textContent]).toEqual(['1e1', '10']);
    fireEvent.blur(field());
    expect(field().value).toBe('10');
  });

  it('shows what cannot be read as wrong, changes nothing, and lets go of it when one leaves', () => {
    render(<Held />);
    type('101');
    expect([field().value, field().getAttribute('aria-invalid'), screen.getByRole('status').textContent]).toEqual(['101', 'true', '7']);
    fireEvent.blur(field());
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['7', 'false']);
  });
});
