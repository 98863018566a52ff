/** The runs: their list in its ways, runs side by side, and every part of one. */
import { submit, runAnExample } from './calls.mjs';
import { desktopScreens } from './screens_desktop.mjs';

const id = (name) => `[data-testid="${name}"]`;
const gone = { state: 'detached' };

export async function runScreens(page, look, at) {
  await page.goto(at('#/runs'));
  await page.waitForSelector('.runs-table .tbody [data-index="5"][data-status]');
  await page.waitForSelector('.runs-table .tbody .spark path');
  await look('runs');
  await page.fill(id('runs-filter'), 'status:');
  await page.waitForSelector(id('runs-offered-4'));
  await look('runs-offered', '.runs');
  await page.fill(id('runs-filter'), 'tag:unheard');
  await page.waitForSelector(id('runs-none'));
  await look('runs-none', '.runs');
  await page.fill(id('runs-filter'), '');
  await page.selectOption(id('runs-group'), 'graph');
  await page.waitForSelector(id('runs-group-digits-cnn'));
  await look('runs-groups', '.runs');
  await page.selectOption(id('runs-group'), '');
  await page.waitForSelector(id('runs-group-digits-cnn'), gone);
  await page.click(id('runs-columns'));
  await page.waitForSelector(id('runs-column-graph'));
  await look('runs-columns', '.runs');
  await page.keyboard.press('Escape');
  await sideBySide(page, look, at);
  await oneRun(page, look, at);
  await page.route('**/api/runs?*', (route) => route.fulfill({ json: { runs: [], total: 0, counts: {}, groups: [], limit: 50, offset: 0 } }));
  await page.goto(at('#/runs'));
  await page.reload();
  await page.waitForSelector(id('runs-empty'));
  await look('runs-empty', '.runs');
  await page.unroute('**/api/runs?*');
}

async function sideBySide(page, look, at) {
  const shown = await page.$$eval('.runs-table .tbody [data-status="succeeded"]', (rows) => rows.map((row) => row.dataset.testid?.replace('run-row-', '')).filter(Boolean));
  for (const run of shown.slice(0, 3)) await page.click(`${id(`run-row-${run}`)} [data-check]`);
  await page.click(id('runs-tag'));
  await page.waitForSelector(id('runs-tag-panel'));
  await look('runs-tag', '.runs');
  await page.keyboard.press('Escape');
  await page.click(id('runs-compare'));
  await page.waitForSelector(`${id('compare')} canvas`);
  await page.waitForSelector(id('differences'));
  await look('runs-compare', '.runs');
  for (const view of ['parallel', 'table', 'params']) {
    await page.click(id(`compare-${view}`));
    await look(`runs-compare-${view}`, id('compare'));
  }
  await page.click(id('compare-curves'));
  await page.click(id('compare-whole'));
  await page.waitForSelector(`${id('view-compare')} canvas`);
  await look('compare', id('view-compare'));
}

async function oneRun(page, look, at) {
  const run = await runAnExample(page, 'iris-mlp.json', { record_outputs: true, seed: 7 });
  await page.goto(at(`#/runs/${run}/log`));
  await page.waitForSelector(`${id('run-status')}[data-status="succeeded"]`);
  const waits = {
    log: `${id('log-lines')} .log-line`, metrics: '[data-testid^="chart-"] canvas', outputs: '[data-testid^="output-"]',
    artifacts: `${id('artifacts-empty')}, [data-testid^="artifact-"]`, facts: '.fact-group',
  };
  for (const [tab, wait] of Object.entries(waits)) {
    await page.click(id(`run-detail-tab-${tab}`));
    await page.waitForSelector(wait);
    await look(`run-${tab}`, id('view-run'));
  }
  const nodes = [{ id: 'go', type: 'Start', position: { x: 0, y: 0 } }, { id: 't', type: 'Talker', position: { x: 240, y: 0 } }];
  const edges = [{ id: 'e', source: 'go', sourceHandle: 'trigger', target: 't', targetHandle: '__trigger', type: 'trigger' }];
  const talks = await submit(page, { name: 'talks', nodes, edges });
  await page.goto(at(`#/runs/${talks}/log`));
  await page.waitForSelector(`${id('run-status')}[data-status="running"]`);
  await page.waitForFunction(() => document.querySelector('[data-testid="log-lines"]')?.textContent.includes('first 199'));
  await page.fill(id('log-search'), 'loss');
  await page.waitForSelector(id('log-found'));
  await look('run-log-running', id('view-run'));
  await desktopScreens(page, look, [run, await latest(page, 'failed')]);
  await page.click(id('run-stop'));
  await page.waitForSelector(`${id('run-status')}[data-status="cancelled"]`);
  await page.goto(at(`#/runs/${await latest(page, 'failed')}/log`));
  await page.waitForSelector(id('run-reason'));
  await look('run-failed', id('view-run'));
  await page.goto(at(`#/runs/${run}/graph`));
  await page.waitForSelector('[data-node-type="TrainingLoop"][data-status="completed"]');
  await look('run-graph');
}

function latest(page, status) {
  return page.evaluate(async (which) => (await (await fetch(`/api/runs?status=${which}&sort=-created_at&limit=1`)).json()).runs[0].id, status);
}
