// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startComposing } from '../../state/composing';
import type { Param } from '../../state/graph/catalog';
import { ParamField } from './ParamField';

const EPOCHS = { name: 'epochs', param_type: 'int', default: 1, min_value: 1, max_value: 100, options: [] } as unknown as Param;

/** A field over a value that others may change, too: `undo` sets it back. */
function Held({ param = EPOCHS, first = 7 }: { param?: Param; first?: unknown }): ReactNode {
  const [value, setValue] = useState<unknown>(first);
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

let stop: () => void;
beforeAll(() => void (stop = startComposing())); // as the window does before it draws anything
afterAll(() => stop());
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

  it('says why what cannot be read is wrong, changes nothing, and keeps it until it is right or given up', () => {
    render(<Held />);
    type('101');
    const why = (): string | null => document.getElementById(field().getAttribute('aria-describedby')!.split(' ')[1] ?? '')?.textContent ?? null;
    expect([field().value, field().getAttribute('aria-invalid'), why(), screen.getByRole('status').textContent]).toEqual(['101', 'true', 'Allowed: 1 to 100.', '7']);
    fireEvent.blur(field());
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['101', 'true']);
    type('10');
    expect([field().value, field().getAttribute('aria-invalid'), why(), screen.getByRole('status').textContent]).toEqual(['10', 'false', null, '10']);
    type('1.5');
    expect(why()).toBe('Type a whole number.');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect([field().value, why()]).toEqual(['10', null]);
  });
});

describe('the arrow keys in a number', () => {
  const press = (key: string, shiftKey = false): void => void fireEvent.keyDown(field(), { key, shiftKey });

  it('step up and down, ten at once with Shift, and stop at the bounds', () => {
    render(<Held />);
    const seen = (['ArrowUp', 'ArrowDown', 'ArrowDown'] as const).map((key) => {
      press(key);
      return field().value;
    });
    expect(seen).toEqual(['8', '7', '6']);
    press('ArrowUp', true);
    expect([field().value, screen.getByRole('status').textContent]).toEqual(['16', '16']);
    press('ArrowDown', true);
    press('ArrowDown', true);
    expect(field().value).toBe('1');
  });

  it('go on from what is typed, also when that is out of bounds', () => {
    render(<Held />);
    type('101');
    press('ArrowUp');
    expect([field().value, field().getAttribute('aria-invalid'), screen.getByRole('status').textContent]).toEqual(['100', 'false', '100']);
    type('0');
    press('ArrowDown');
    expect([field().value, screen.getByRole('status').textContent]).toEqual(['1', '1']);
    type('seven');
    press('ArrowUp');
    expect([field().value, screen.getByRole('status').textContent]).toEqual(['2', '2']);
  });

  it('tell what the number may be', () => {
    render(<Held />);
    const one = screen.getByRole('spinbutton');
    expect([one.getAttribute('aria-valuenow'), one.getAttribute('aria-valuemin'), one.getAttribute('aria-valuemax')]).toEqual(['7', '1', '100']);
  });
});

describe('a field of several lines', () => {
  const named = (name: string, param_type: string, value: unknown): Param => ({ ...EPOCHS, name, param_type, default: value as Param['default'] });
  const CODE = named('code', 'code', '');
  const area = (name: string): HTMLTextAreaElement => screen.getByTestId(`inspector-param-${name}`);
  const value = (): unknown => JSON.parse(screen.getByRole('status').textContent!);

  it('keeps every line of code, whatever is typed', () => {
    render(<Held param={CODE} first={'def run():\n    return 1'} />);
    expect([area('code').tagName, area('code').value]).toEqual(['TEXTAREA', 'def run():\n    return 1']);
    fireEvent.change(area('code'), { target: { value: 'def run():\n    return 12' } });
    expect(value()).toBe('def run():\n    return 12');
  });

  it('indents by Tab, goes on below by Enter, and leaves by Escape', () => {
    render(<Held param={CODE} first="if x:" />);
    const press = (key: string, more: object = {}): boolean => fireEvent.keyDown(area('code'), { key, ...more });
    area('code').focus();
    area('code').setSelectionRange(5, 5);
    press('Enter');
    expect([value(), area('code').selectionStart]).toEqual(['if x:\n    ', 10]);
    press('Tab');
    expect([value(), area('code').selectionStart]).toEqual(['if x:\n        ', 14]);
    press('Tab', { shiftKey: true });
    expect([value(), area('code').selectionStart]).toEqual(['if x:\n    ', 10]);
    expect([press('Enter', { isComposing: true }), press('Tab', { isComposing: true }), value()]).toEqual([true, true, 'if x:\n    ']);
    press('Escape');
    expect(document.activeElement).toBe(screen.getByTestId('after-param-code'));
  });

  it('is what a line becomes by Shift+Enter or by several lines that are pasted, until it is left', () => {
    const label = named('label', 'string', '');
    render(<Held param={label} first="ab" />);
    expect(area('label').tagName).toBe('INPUT');
    area('label').setSelectionRange(1, 1);
    fireEvent.keyDown(area('label'), { key: 'Enter', shiftKey: true });
    expect([area('label').tagName, document.activeElement, area('label').selectionStart, value()]).toEqual(['TEXTAREA', area('label'), 2, 'a\nb']);
    fireEvent.change(area('label'), { target: { value: 'ab' } });
    expect(document.activeElement).toBe(area('label'));
    fireEvent.blur(area('label'));
    expect(area('label').tagName).toBe('INPUT');
    area('label').setSelectionRange(0, 2);
    fireEvent.paste(area('label'), { clipboardData: { getData: () => 'one\r\ntwo' } });
    expect([area('label').tagName, area('label').selectionStart, value()]).toEqual(['TEXTAREA', 7, 'one\ntwo']);
  });

  it('reads numbers in nested lists, and gives none of what is no such list yet', () => {
    const values = named('values', 'tensor_grid', null);
    render(<Held param={values} first={null} />);
    const give = (text: string): unknown[] => {
      fireEvent.change(area('values'), { target: { value: text } });
      return [value(), area('values').getAttribute('aria-invalid'), document.querySelector('[data-why]')?.getAttribute('data-why') ?? null];
    };
    expect(give('[1, 2')).toEqual([null, 'true', 'list']);
    expect(give('[1, 2]')).toEqual([[1, 2], 'false', null]);
    expect(give('[[1, 2], [3]]')).toEqual([[1, 2], 'true', 'ragged']);
    expect(area('values').value).toBe('[[1, 2], [3]]');
    expect(give('[[1, 2], [3, 4]]')).toEqual([[[1, 2], [3, 4]], 'false', null]);
    fireEvent.blur(area('values'));
    expect(area('values').value).toBe('[\n  [1, 2],\n  [3, 4]\n]');
    expect(give('')).toEqual([null, 'false', null]);
  });

  it('makes numbers of a list that was kept as a text once it is passed by', () => {
    render(<Held param={named('values', 'tensor_grid', null)} first="[1, 2]" />);
    fireEvent.blur(area('values'));
    expect(value()).toEqual([1, 2]);
  });
});
