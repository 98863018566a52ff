/** Every view, panel, menu and dialog of the window, one after the other, as a person would come by them. */
import { flow } from './browser.mjs';
import { looker } from './looks.mjs';
import { canvasScreens, runningScreens } from './screens_canvas.mjs';
import { inspectorScreens } from './screens_inspector.mjs';
import { runScreens } from './screens_runs.mjs';
import { shellScreens } from './screens_shell.mjs';

const PARTS = { canvas: canvasScreens, running: runningScreens, inspector: inspectorScreens, runs: runScreens, shell: shellScreens };
const { CDUI_PART: part } = process.env;

await flow('screens', async (page, { allow }) => {
  allow(/status of (?:400|404|409|421|507)|net::ERR_FAILED|WebSocket connection to|dynamically imported module/); // made wrong on purpose, by the scenes that say so
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { look, seen, at } = await looker(page);
  await PARTS[part](page, look, at).catch(async (error) => {
    await page.screenshot({ path: `${process.env.CDUI_SCREENS}/failed-${part}.png` });
    throw error;
  });
  return seen;
});
