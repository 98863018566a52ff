/** The server dies while somebody edits, and the browser with it a little later: nothing is lost. */
import { spawn } from 'node:child_process';
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_PID, CDUI_PYTHON, CDUI_HOME, CDUI_ROOT } = process.env;

await flow('away', async (page, { context, picture, allow }) => {
  allow(/ERR_CONNECTION_REFUSED|WebSocket connection to|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector('[data-testid="save-state"][data-status="clean"]');
  process.kill(Number(CDUI_PID), 'SIGKILL');
  await page.waitForSelector('[data-testid="link"][data-status="away"], [data-testid="link"][data-status="connecting"]');
  await page.click('[data-node-type="TrainingLoop"] .title');
  await page.fill('[data-testid="inspector-param-epochs"]', '11');
  await page.waitForSelector('[data-testid="save-state"][data-status="away"]');
  await picture('kept');
  await page.close(); // as a crash of the window would

  const port = new URL(URL_OF_SERVER).port;
  const server = spawn(CDUI_PYTHON, ['-m', 'app', '--server', '--port', port], {
    cwd: CDUI_ROOT, env: { ...process.env, CODEFYUI_USER_DATA_DIR: CDUI_HOME, OMP_NUM_THREADS: '1' }, stdio: 'ignore',
  });
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
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
});
