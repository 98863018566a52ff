// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { readDevice } from '../../../state/fields/reading';
import type { Param } from '../../../state/graph/catalog';
import { OfferField } from './OfferField';

const DEVICE = { name: 'device', param_type: 'select', default: 'auto', options: [] } as unknown as Param;
const OFFERS = [{ value: 'auto' }, { value: 'cpu' }, { value: 'cuda:0', note: 'H200' }];

function Held(): ReactNode {
  const [value, setValue] = useState<unknown>('cpu');
  return (
    <>
      <OfferField id="one" param={DEVICE} value={value} change={setValue} offers={OFFERS} read={readDevice} />
      <output>{String(value)}</output>
    </>
  );
}

const field = (): HTMLInputElement => screen.getByRole('combobox');
const press = (key: string): void => void fireEvent.keyDown(field(), { key });
const shown = (): (string | null)[] => screen.queryAllByRole('option').map((one) => `${one.ariaSelected === 'true' ? '>' : ''}${one.textContent}`);

afterEach(cleanup);

it('opens at the value, moves by arrows, and Enter takes what it is at', () => {
  Element.prototype.scrollIntoView ??= () => undefined;
  render(<Held />);
  expect(shown()).toEqual([]);
  press('ArrowDown');
  expect([shown(), field().getAttribute('aria-expanded')]).toEqual([['auto', '>cpu', 'cuda:0H200'], 'true']);
  press('ArrowDown');
  press('ArrowDown');
  expect(shown()).toEqual(['auto', 'cpu', '>cuda:0H200']);
  press('Enter');
  expect([shown(), field().value, screen.getByRole('status').textContent]).toEqual([[], 'cuda:0', 'cuda:0']);
});

it('is narrowed by typing, and what is no device is given by none of it', () => {
  render(<Held />);
  fireEvent.change(field(), { target: { value: 'cu' } });
  expect([shown(), field().getAttribute('aria-invalid'), screen.getByRole('status').textContent]).toEqual([['cuda:0H200'], 'true', 'cpu']);
  press('Escape');
  expect([shown(), field().value]).toEqual([[], 'cu']);
  fireEvent.click(screen.getByTestId('offers-device'));
  expect(shown()).toEqual(['auto', '>cpu', 'cuda:0H200']);
  fireEvent.click(screen.getByTestId('offer-cpu'));
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['cpu', 'false']);
});
