// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toast, useToasts } from '../../state/toasts';
import { useReasons } from '../../words/reasons';
import { sentence } from '../../words/refusal';
import { Toasts } from './Toasts';

it('says anew why something failed when the sentences of another language have come', () => {
  useReasons.setState({ sentences: { broke: 'It broke.' } });
  toast({ tone: 'error', text: (t) => sentence(t, { code: 'broke', params: {}, text: 'raw' }) });
  render(<Toasts />);
  expect(screen.getByTestId('toast').textContent).toContain('It broke.');
  act(() => useReasons.setState({ sentences: { broke: '壞了。' } }));
  expect(screen.getByTestId('toast').textContent).toContain('壞了。');
});

it('what is said of a run goes when that run is opened', () => {
  useToasts.setState({ shown: [] });
  toast({ text: () => 'it ended', about: 'r1' });
  toast({ text: () => 'another', about: 'r2' });
  render(<Toasts />);
  expect(screen.getAllByTestId('toast')).toHaveLength(2);
  act(() => {
    location.hash = '#/runs/r1/log';
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  expect(screen.getAllByTestId('toast').map((one) => one.textContent)).toEqual(['another']);
  expect(useToasts.getState().shown).toHaveLength(1);
});

it('those that say the same are one with a count, and go together', async () => {
  useToasts.setState({ shown: [] });
  for (let times = 0; times < 3; times += 1) toast({ tone: 'error', text: () => 'refused' });
  render(<Toasts />);
  expect(screen.getAllByTestId('toast')).toHaveLength(1);
  expect(screen.getByTestId('toast-count').textContent).toContain('3');
  act(() => screen.getByTestId('toast-close').click());
  expect(useToasts.getState().shown).toHaveLength(0);
});

it('three are on the screen at most, the newest', () => {
  useToasts.setState({ shown: [] });
  for (const word of ['a', 'b', 'c', 'd']) toast({ text: () => word });
  render(<Toasts />);
  expect(screen.getAllByTestId('toast').map((one) => one.textContent)).toEqual(['b', 'c', 'd']);
  expect(useToasts.getState().shown).toHaveLength(3); // what nobody saw does not come back
});
