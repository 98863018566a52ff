/** The server is killed while somebody edits, who goes on, and it is started again: one window, nothing lost, no reload. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';
import { runAnExample } from './calls.mjs';
import { serverAgain } from './killing.mjs';

const CLEAN = '[data-testid="save-state"][data-status="clean"]';

await flow('server-gone', async (page, { context, allow }) => {
  // 403: the token of the server that is dead
  allow(/ERR_CONNECTION_REFUSED|WebSocket connection to|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|status of 403/);
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector(CLEAN);
  const file = decodeURIComponent(new URL(page.url()).hash.split('/').at(-1));
  const [run, list] = [await context.newPage(), await context.newPage()];
  const id = await runAnExample(page);
  await run.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs/${id}`);
  await run.waitForSelector('[data-testid="run-status"][data-status="succeeded"]');
  await list.goto(`${URL_OF_SERVER}/?lang=zh-TW&theme=light#/runs`);
  await list.click(`[data-testid="run-row-${id}"] [role="gridcell"] >> nth=0`);
  await list.waitForSelector('[data-testid="runs-selection"]');
  await page.bringToFront();
  const typed = 'what was typed while the server died and came back';
  await page.fill('[data-testid="graph-description"]', '');
  for (const [at, letter] of [...typed].entries()) {
    if (at === 10) process.kill(Number(process.env.CDUI_PID), 'SIGKILL');
    await page.keyboard.type(letter);
    await page.waitForTimeout(40);
  }
  await page.waitForSelector('[data-testid="save-state"][data-status="away"]');
  await page.click('[data-node-type="TrainingLoop"] .title');
  await page.fill('[data-testid="inspector-param-epochs"]', '21');
  // a browser asks before it closes such a window
  const asks = await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  // what the server would have to do is off, and says why
  const off = { run: await titles(run, ['run-again', 'run-change', 'run-delete', 'run-keep', 'run-rename', 'runs-tag']), list: await titles(list, ['runs-requeue', 'runs-keep', 'runs-delete', 'runs-tag']) };
  const server = serverAgain();
  try {
    await page.waitForSelector('[data-testid="link"][data-status="up"]');
    await run.waitForSelector('[data-testid="run-delete"]:enabled');
    await page.fill('[data-testid="inspector-param-epochs"]', '22');
    await page.waitForSelector(CLEAN);
    await until(
      page,
      async ([name, text]) => {
        const answer = await fetch(`/api/graph/load/${name}`);
        const { description, nodes } = await answer.json();
        return description === text && nodes.find((node) => node.type === 'TrainingLoop').data.params.epochs === 22;
      },
      [file, typed],
    );
    const asksStill = await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    const dialogs = await page.locator('[data-testid="conflict-dialog"]').count();
    const files = await page.evaluate(async () => (await (await fetch('/api/graph/list')).json()).length);
    return { asks, asksStill, dialogs, files, off };
  } finally {
    await server.end();
  }
});

/** What these buttons say, once all of them are off. */
async function titles(page, names) {
  for (const name of names) await page.waitForSelector(`[data-testid="${name}"]:disabled`);
  return [...new Set(await Promise.all(names.map((name) => page.getAttribute(`[data-testid="${name}"]`, 'title'))))];
}
