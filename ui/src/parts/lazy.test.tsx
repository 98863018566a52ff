// @vitest-environment jsdom
import '../../tests/dom';
import { render, screen } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { fetchSoon, lazySoon } from './lazy';

const Part = (): ReactNode => 'here';

it('what is wanted soon is fetched ahead, parts that it brings too, and what failed when it is shown', async () => {
  const inner = vi.fn(() => Promise.resolve({ default: Part }));
  let times = 0;
  const broken = vi.fn(() => (times++ === 0 ? Promise.reject(new Error('away')) : Promise.resolve({ default: Part })));
  const Broken = lazySoon(broken);
  lazySoon(() => {
    lazySoon(inner);
    return Promise.resolve({ default: Part });
  });
  await fetchSoon();
  expect([broken, inner].map((load) => load.mock.calls.length)).toEqual([1, 1]);
  render(<Suspense fallback="waiting"><Broken /></Suspense>);
  expect(await screen.findByText('here')).toBeInTheDocument();
  await fetchSoon();
  expect(broken).toHaveBeenCalledTimes(2);
});
