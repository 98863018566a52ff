// @vitest-environment jsdom
import '../../tests/dom';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { Floating } from './Floating';

function Both({ inner }: { inner?: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={button} type="button" onClick={() => setOpen(!isOpen)}>open</button>
      <button type="button">elsewhere</button>
      {isOpen && <Floating button={button} label="panel" testId="panel" className="" width={200} close={() => setOpen(false)}>{inner}</Floating>}
    </>
  );
}

const INNER = [<button key="1" type="button">first</button>, <button key="2" type="button" disabled>off</button>, <button key="3" type="button">last</button>];
const focused = (): string | null => document.activeElement!.textContent;

it('keeps the focus in it and gives it back', async () => {
  const user = userEvent.setup();
  render(<Both inner={INNER} />);
  await user.click(screen.getByText('open'));
  const steps = [focused()];
  await user.keyboard('{Tab}');
  steps.push(focused());
  await user.keyboard('{Tab}');
  steps.push(focused());
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  steps.push(focused());
  expect(steps).toEqual(['first', 'last', 'first', 'last']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(focused()).toBe('open');
});

it('a press elsewhere closes it and keeps the focus there; one on its button closes it once', async () => {
  const user = userEvent.setup();
  render(<Both inner={INNER} />);
  await user.click(screen.getByText('open'));
  await user.click(screen.getByText('elsewhere'));
  expect([screen.queryByRole('dialog'), focused()]).toEqual([null, 'elsewhere']);
  await user.click(screen.getByText('open'));
  await user.click(screen.getByText('last'));
  expect(screen.getByRole('dialog')).toBeVisible();
  await user.click(screen.getByText('open'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('one without anything to press has the focus itself, and Tab does not lead out of it', async () => {
  const user = userEvent.setup();
  render(<Both inner="nothing here" />);
  await user.click(screen.getByText('open'));
  await user.keyboard('{Tab}');
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});
