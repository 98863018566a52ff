/** A run goes on being the canvas's: over a reload, in a second window, when it ended meanwhile; and graphs of one name keep theirs apart. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const SAVED = '[data-testid="save-state"][data-status="clean"]';
const LOOP = '[data-node-type="TrainingLoop"]';
const at = (phase) => `[data-testid="run-phase"][data-status="${phase}"]`;

await flow('run-follow', async (page, { context }) => {
  const seen = {};
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.click(`${LOOP} .title`);
  await page.fill('[data-testid="inspector-param-epochs"]', '9000');
  await page.waitForSelector(SAVED);
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector(`${LOOP}[data-status="running"]`);
  await page.waitForFunction(() => document.querySelector('[data-testid="run-said"][role="status"]')?.textContent === 'Iris MLP has started to run');
  seen.named = (await runs(page))[0].options.graph_id === decodeURIComponent(new URL(page.url()).hash.split('/').at(-1));

  await page.reload();
  await page.waitForSelector(`${LOOP}[data-status="running"]`);
  seen.reloaded = await buttons(page);
  await page.keyboard.press('Control+Enter'); // runs nothing: it runs
  // another window on the same graph
  const second = await context.newPage();
  await second.goto(page.url());
  await second.waitForSelector(`${LOOP}[data-status="running"]`);
  seen.second = await buttons(second);
  seen.runs = (await runs(page)).length;
  await second.click('[data-testid="stop"]');
  await second.waitForSelector(at('cancelled'));
  await page.waitForSelector(at('cancelled'));
  seen.stopped = await buttons(page);
  // what was under way at the reload has not begun here; its end is said
  await page.waitForFunction(() => document.querySelector('[data-testid="run-said"]')?.textContent === 'Iris MLP: Cancelled');

  // what the one window begins is followed in the other, which looks on
  await page.bringToFront();
  await page.click('[data-testid="run"]');
  await page.waitForSelector(`${LOOP}[data-status="running"]`);
  await second.waitForSelector(`${LOOP}[data-status="running"]`);
  seen.began = (await runs(page)).length;
  // it ends while no window looks at it
  await page.goto('about:blank');
  await second.goto(`${URL_OF_SERVER}/?lang=en#/runs`);
  const [latest] = await runs(second);
  await stop(second, latest.id);
  await until(second, async (run) => !(await (await fetch(`/api/runs/${run}`)).json()).active, latest.id);
  await second.close();
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.waitForSelector(at('cancelled'));
  await page.waitForSelector(`${LOOP}[data-status="interrupted"]`);
  seen.meanwhile = await buttons(page);

  // the same template once more: a graph of its own with the same name, which has not run
  await page.click('[data-testid="tab-new"]');
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector(SAVED);
  seen.files = (await page.evaluate(async () => (await fetch('/api/graph/list')).json())).length;
  const file = decodeURIComponent(new URL(page.url()).hash.split('/').at(-1));
  await page.waitForFunction((name) => performance.getEntriesByType('resource').some((one) => one.responseEnd > 0 && new URL(one.name).searchParams.get('graph_id') === name), file);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  seen.never = await page.locator('[data-testid="graph-last-run"]').count();
  await page.click('[data-testid^="tab-Iris"] >> nth=0');
  await page.waitForSelector('[data-testid="graph-last-run"]');
  return seen;
});

function runs(page) {
  return page.evaluate(async () => (await (await fetch('/api/runs')).json()).runs);
}

function stop(page, id) {
  return page.evaluate(async (run) => {
    const { token } = await (await fetch('/api/auth/bootstrap')).json();
    await fetch(`/api/runs/${run}/cancel`, { method: 'POST', headers: { 'X-CodefyUI-Token': token } });
  }, id);
}

async function buttons(page) {
  return { run: await page.isEnabled('[data-testid="run"]'), stop: await page.isEnabled('[data-testid="stop"]') };
}
