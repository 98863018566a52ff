// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toast } from '../../state/toasts';
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
