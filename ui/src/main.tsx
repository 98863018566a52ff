import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme/tokens.css';
import './theme/base.css';
import './parts/controls.css';
import { startLive } from './api/live';
import { nodeRows } from './api/queries';
import { registerCardCommands } from './panels/canvas/cardCommands';
import { wordsReady } from './words/words';
import { registerCanvasCommands } from './panels/canvas/commands';
import { registerShellCommands } from './panels/shell/commands';
import { Shell } from './panels/shell/Shell';
import { watchBuild } from './state/build';
import { startKeyboard } from './state/commands/keyboard';
import { startComposing } from './state/composing';
import { startDesktop } from './state/desktop/desktop';
import { watchFaults } from './state/faults';
import { startPanels } from './state/panels';
import { startJudging } from './state/problems/problems';
import { startPresets } from './state/presets';
import { startChecklist } from './state/onboarding/checklist';
import { hashOfPath } from './state/route';
import { openSession } from './state/run/session';
import { startTabs } from './state/tabs/start';
import { startApplying } from './state/settings/apply';
import { registerSettingsCommands } from './state/settings/commands';
import { startSettings } from './state/settings/settings';
import { useLook } from './state/theme';
import { startReasons } from './words/reasons';
import { fetchSoon } from './parts/lazy';

/** Milliseconds in which a window draws what it opens with. */
const AFTER_START_MS = 1500;

const client = new QueryClient({
  defaultOptions: { queries: { retry: 2, refetchOnWindowFocus: false, throwOnError: false } },
});

function Program(): ReactNode {
  const look = useLook();
  // before the effects of what draws in these colours
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = look;
  }, [look]);
  return <Shell />;
}

const place = hashOfPath(location.pathname, location.hash);
if (place !== null) history.replaceState(null, '', `/${location.search}${place}`);
startComposing();
registerSettingsCommands();
startApplying();
startSettings();
// the palette and every card wait for it: asked for before anything is drawn
void client.prefetchQuery(nodeRows());
startPanels();
watchFaults();
watchBuild();
openSession();
startChecklist();
void startTabs();
startJudging();
startPresets();
registerCardCommands();
registerShellCommands();
registerCanvasCommands();
startKeyboard();
startDesktop();
startReasons();
startLive(client);
void wordsReady.then(() => {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Program />
      </QueryClientProvider>
    </StrictMode>,
  );
  setTimeout(() => void fetchSoon(), AFTER_START_MS);
});
