/** A run from end to end of its view: every tab, keep, open its graph, queue it again, delete it; by keyboard where it matters. */
import { runAnExample } from './calls.mjs';
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;

await flow(`run-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}#/runs`);
  await page.waitForSelector('[data-testid="runs-empty"]');
  await picture('none');
  const id = await runAnExample(page, 'iris-mlp.json', { record_outputs: true, seed: 7 });
  await page.waitForSelector(`[data-testid="run-row-${id}"] a`);
  await page.click(`[data-testid="run-row-${id}"] a`);
  await page.waitForSelector('[data-testid="run-status"][data-status="succeeded"]');
  const findings = [];
  const look = async (tab) => {
    await picture(tab);
    findings.push(...(await axe()));
  };

  await page.waitForSelector('[data-testid="log-lines"] .log-line');
  await page.waitForSelector('[data-testid="aside-chart-train_loss"] canvas');
  const beside = await page.$$eval('[data-testid="run-aside"] :is(figure, dt)', (parts) => parts.map((part) => part.dataset.testid ?? part.tagName).join(' '));
  await look('log');
  // a narrow window has the log alone
  await page.setViewportSize({ width: 1100, height: 900 });
  const isAlone = !(await page.isVisible('[data-testid="run-aside"]'));
  await page.setViewportSize({ width: 1440, height: 900 });
  const tabs = ['log'];
  await page.focus('[data-testid="run-detail-tab-log"]');
  const next = async () => {
    await page.keyboard.press('ArrowRight');
    tabs.push(await page.evaluate(() => location.hash.split('/').at(-1)));
  };
  await next();
  await page.waitForSelector('[data-testid^="chart-"] canvas');
  const chart = Number(await page.getAttribute('[data-testid^="chart-"]', 'data-points'));
  const csv = await page.$eval('[data-testid="metrics-csv"]', async (link) => (await fetch(link.href)).headers.get('Content-Type').split(';')[0]);
  await look('metrics');
  await next();
  await page.waitForSelector('[data-testid="artifacts-empty"], [data-testid^="artifact-"]');
  const [link] = await page.$$('[data-testid^="artifact-download-"]');
  const file = link ? (await page.evaluate(async (href) => (await fetch(href)).ok, await link.getAttribute('href'))) : true;
  await look('artifacts');
  await next();
  await page.waitForSelector('[data-testid^="output-"]');
  const outputs = await page.locator('[data-testid^="output-"]').count();
  const firstOutput = page.locator('[data-testid^="output-"]').first();
  await firstOutput.locator('button').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="run-output"] :is(.heat, .viewer-foot, pre, .figures, table)');
  const viewed = await page.textContent('[data-testid="run-output"] h3');
  await look('outputs');
  await page.focus('#run-tab-outputs');
  await next();
  await page.waitForSelector('.fact-group');
  const seed = await page.$$eval('.fact dd', (facts) => facts.some((fact) => fact.textContent === '7'));
  const command = await page.textContent('[data-testid="facts-command"]');
  const [graphFile] = await Promise.all([page.waitForEvent('download'), page.click('[data-testid="facts-graph"]')]);
  const graphName = graphFile.suggestedFilename();
  await look('facts');

  await page.click('[data-testid="run-rename"]');
  await page.keyboard.type('第一 run');
  await page.keyboard.press('Enter');
  await page.waitForSelector('h1:text-is("第一 run")');
  await page.click('[data-testid="runs-tag"]');
  await page.keyboard.type('fig 4');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.title-line .badge:has-text("fig 4")');
  findings.push(...(await axe()));
  await page.click('[data-testid="run-keep"]');
  await page.waitForSelector('[data-testid="run-keep"][aria-pressed="true"]');
  const kept = await page.getAttribute('[data-testid="run-keep"]', 'aria-pressed');
  await page.click('[data-testid="run-open"]');
  await page.waitForSelector('.react-flow__node [data-status="completed"]');
  const opened = await page.evaluate(() => location.hash.endsWith('/graph'));
  await page.evaluate((run) => (location.hash = `#/runs/${run}/facts`), id);
  await page.click('[data-testid="run-again"]');
  await page.waitForFunction((before) => location.hash.startsWith('#/runs/') && !location.hash.includes(before), id);
  await page.waitForSelector('[data-testid="run-status"][data-status="succeeded"]');
  const again = await page.evaluate((before) => !location.hash.includes(before), id);
  await page.focus('[data-testid="run-delete"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="run-delete"][data-armed="true"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="runs-table"]');
  const deleted = await page.evaluate(() => location.hash);
  return { beside, isAlone, tabs, chart, csv, file, outputs, viewed, seed, command, graphName, kept, opened, again, deleted, findings };
});
