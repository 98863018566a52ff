/** The server dies while somebody edits, and the browser with it a little later: nothing is lost. */
import { flow, URL_OF_SERVER } from './browser.mjs';
import { serverAgain } from './killing.mjs';

await flow('away', async (page, { context, picture, allow }) => {
  allow(/ERR_CONNECTION_REFUSED|WebSocket connection to|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector('[data-testid="save-state"][data-status="clean"]');
  process.kill(Number(process.env.CDUI_PID), 'SIGKILL');
  await page.waitForSelector('[data-testid="link"][data-status="away"], [data-testid="link"][data-status="connecting"]');
  await page.click('[data-node-type="TrainingLoop"] .title');
  await page.fill('[data-testid="inspector-param-epochs"]', '11');
  await page.waitForSelector('[data-testid="save-state"][data-status="away"]');
  await picture('kept');
  await page.close(); // as a crash of the window would

  const server = serverAgain();
  try {
    const again = await context.newPage();
    for (let tries = 0; ; tries += 1) {
      try {
        await again.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
        break;
      } catch (error) {
        if (tries > 100) throw error;
        await again.waitForTimeout(200);
      }
    }
    await again.waitForSelector('[data-testid="save-state"][data-status="clean"]');
    await again.click('[data-node-type="TrainingLoop"] .title');
    const epochs = await again.inputValue('[data-testid="inspector-param-epochs"]');
    const file = decodeURIComponent(new URL(again.url()).hash.split('/').at(-1));
    const saved = await again.evaluate(async (name) => (await fetch(`/api/graph/load/${name}`)).json(), file);
    return { epochs, saved: saved.nodes.find((node) => node.type === 'TrainingLoop').data.params.epochs };
  } finally {
    await server.end();
  }
});
