import { useEffect } from 'react';
import { register, type Command } from '../../state/commands/commands';
import { MOST_COMPARED, useCompare } from '../../state/runs/compare';
import { useRunsList } from '../../state/runs/list';

const COMMANDS: readonly Command[] = [
  {
    id: 'runs.filter',
    label: (t) => t('runs.do_filter'),
    scope: 'global',
    run: () => document.querySelector<HTMLElement>('[data-testid="runs-filter"]')?.focus(),
  },
  {
    id: 'runs.clear',
    label: (t) => t('runs.do_clear'),
    scope: 'global',
    isEnabled: () => useRunsList.getState().typed !== '',
    run: () => useRunsList.getState().type(''),
  },
  {
    id: 'runs.compare',
    label: (t) => t('runs.do_compare'),
    scope: 'global',
    isEnabled: () => useRunsList.getState().selected.size > 1,
    run: () => useCompare.getState().open([...useRunsList.getState().selected].slice(0, MOST_COMPARED)),
  },
];

/** What the command palette offers while the list of runs is open. */
export function useRunCommands(): void {
  useEffect(() => register(COMMANDS), []);
}
