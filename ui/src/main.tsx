import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MantineProvider } from '@mantine/core';
import { StrictMode, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import './theme/tokens.css';
import './theme/base.css';
import './parts/controls.css';
import './words/words';
import { registerCanvasCommands } from './panels/canvas/commands';
import { Shell } from './panels/shell/Shell';
import { startKeyboard } from './state/commands/keyboard';
import { startJudging } from './state/problems/problems';
import { openSession } from './state/run/session';
import { startSaving } from './state/saving/saver';
import { schemeOf, useTheme } from './state/theme';
import { theme, variables } from './theme/mantine';
import { startReasons } from './words/reasons';

const client = new QueryClient({
  defaultOptions: { queries: { retry: 2, refetchOnWindowFocus: false, throwOnError: false } },
});

const light = matchMedia('(prefers-color-scheme: light)');

function Program(): ReactNode {
  const choice = useTheme((state) => state.choice);
  const systemIsLight = useSyncExternalStore(
    (changed) => {
      light.addEventListener('change', changed);
      return () => light.removeEventListener('change', changed);
    },
    () => light.matches,
  );
  const scheme = schemeOf(choice, systemIsLight);
  useEffect(() => {
    document.documentElement.dataset['theme'] = scheme;
  }, [scheme]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme={scheme}>
      <Shell />
    </MantineProvider>
  );
}

openSession();
void startSaving();
startJudging();
registerCanvasCommands();
startKeyboard();
startReasons();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <Program />
    </QueryClientProvider>
  </StrictMode>,
);
