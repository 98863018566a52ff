// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Dialog } from '../../parts/Dialog';
import { definitionOf } from '../../state/graph/subgraph/ends';
import { About } from './CardPage';

const level = (description: string): Parameters<typeof definitionOf>[0] => ({
  nodes: [], edges: [], subgraphs: [{ id: 's1', name: 'Block', description, nodes: [], edges: [] }],
}) as unknown as Parameters<typeof definitionOf>[0];

it.each([['short', 0], ['x'.repeat(200_000), 1]])('a description too long for a field is no field (%#)', async (text, long) => {
  const definition = definitionOf(level(text), 'subgraph:s1')!;
  render(<About definition={definition} />);
  if (long) await screen.findByTestId('too-long-subgraph-about');
  expect(screen.queryAllByTestId('too-long-subgraph-about')).toHaveLength(long);
  expect(document.querySelector<HTMLTextAreaElement>('#subgraph-about')!.value.length).toBeLessThan(3000);
});

it('the title of a dialog is one line, and all of it can be read', () => {
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  const title = 'name '.repeat(400);
  render(<Dialog title={title} onClose={null} testId="d">x</Dialog>);
  const head = screen.getByTestId('d').querySelector('h2')!;
  expect([head.className, head.title]).toEqual(['cut', title]);
});
