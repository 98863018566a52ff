/**
 * By keyboard alone, in the language asked for: run with steps and gradients, read them; run without recording and be
 * told so; look at a run whose outputs have left; the bottom panel's log and results.
 */
import { flow, URL_OF_SERVER } from './browser.mjs';
import { GIVES, inspector, open } from './inspector.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;

await flow(`inspector-states-${scheme}-${lang}`, async (page, { picture, axe, allow }) => {
  allow(/status of 404/); // what was not recorded, on purpose
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await open(page, GIVES);
  const { text, texts } = inspector(page);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const run = async () => {
    const before = await page.getAttribute('[data-testid="outputs"], [data-testid="backward"], [data-testid="bottom"]', 'data-run').catch(() => null);
    await page.waitForSelector('[data-testid="run"]:enabled');
    await press('Control+Enter');
    await page.waitForSelector('[data-testid="stop"]:enabled');
    await page.waitForSelector('[data-testid="stop"]:disabled');
    return before;
  };
  const toggle = async (name) => {
    await page.focus(`[data-testid="run-option-${name}"]`);
    await press('Space');
  };
  const code = () => page.getAttribute('[data-testid="outputs-told"]', 'data-error-code');
  const toNode = async (id) => {
    await page.focus(`.react-flow__node[data-id="${id}"]`);
    await press('Enter');
    await page.waitForSelector('[data-testid="inspector-tab-outputs"]');
  };
  const toTab = async (name) => {
    await page.focus('[role="tab"][aria-selected="true"][id^="inspector-tab"]');
    for (let times = 0; times < 4 && !(await page.$(`#inspector-tab-${name}[aria-selected="true"]`)); times += 1) await press('ArrowRight');
    await page.waitForSelector(`#inspector-tab-${name}[aria-selected="true"]:focus`);
  };

  // nothing has run yet
  await toNode('g');
  await toTab('outputs');
  await page.waitForSelector('[data-testid="outputs-told"]');
  const told = [await code()];
  await toTab('ports');
  const ports = (await texts('[data-testid="ports"] .strong')).length;

  // steps and gradients are asked for on the graph's own page
  await page.focus('.react-flow__node[data-id="g"]');
  await press('Escape');
  await page.waitForSelector('[data-testid="graph-page"]');
  await toggle('verbose');
  await toggle('gradients');
  const implied = await page.isDisabled('[data-testid="run-option-record"]');
  await run();
  await picture('ran');
  await toNode('g');
  await toTab('outputs');
  await page.waitForSelector('[data-testid="step-0"]');
  const steps = [await text('[data-testid="step-0"] b'), await text('[data-testid="step-0"] .scalars'), await text('[data-testid="step-1"] b')];
  await page.focus('[data-testid="step-tensor-0-scores"]');
  await press('Enter');
  await page.waitForFunction(() => document.querySelector('[data-testid="tensor-shape"]')?.textContent === '[4]');
  await page.focus('[data-testid="heat-plane"]');
  await press('ArrowRight');
  await page.waitForSelector('[data-testid="heat-tip"]');
  await press('ArrowRight');
  const cell = await text('[data-testid="heat-tip"]');
  await toTab('backward');
  await page.waitForSelector('[data-testid="gradient-images"][data-status="healthy"]');
  await page.waitForSelector('[data-testid="histogram"], [data-testid="figures"]');
  const gradients = await page.$$eval('.gradient', (all) => all.map((one) => [one.dataset.testid, one.dataset.status]));
  await picture('gradients');
  const findings = await axe();

  // the wire that fed the Print has the shape that went through it
  await page.focus('.react-flow__edge[data-id="w"]');
  await press('Enter');
  await page.waitForSelector('[data-testid="edge-page"]');
  await page.waitForFunction(() => document.querySelector('[data-testid="edge-shape"]')?.textContent.startsWith('['));
  const edge = await text('[data-testid="edge-shape"]');
  await page.focus('[data-testid="edge-end-g"]');
  await press('Enter');
  await page.waitForSelector('[data-testid="inspector-tab-outputs"]');

  // without recording there is a sentence, and a way out of it
  await page.focus('.react-flow__node[data-id="g"]');
  await press('Escape');
  await page.waitForSelector('[data-testid="graph-page"]');
  for (const name of ['verbose', 'gradients', 'record']) await toggle(name);
  await run();
  await toNode('g');
  await toTab('outputs');
  await page.waitForSelector('[data-testid="outputs-told"]');
  told.push(await code());
  await picture('not-recorded');
  await page.focus('[data-testid="told-record"]');
  await press('Enter');
  await page.waitForSelector('[data-testid="view-tensor"]');
  await page.waitForSelector('[data-testid="stop"]:disabled');

  // the run before that one recorded has made room for it
  const runs = await page.$$eval('[data-testid="output-run"] option', (all) => all.map((one) => one.value));
  await page.focus('[data-testid="output-run"]');
  await press('End');
  await page.waitForSelector('[data-testid="outputs-told"]');
  told.push(await code());
  const words = await text('[data-testid="outputs-told"] p');

  // two nodes of one kind: what differs reads as mixed, and is set for both
  await page.focus('.react-flow__node[data-id="p"]');
  await press('Space', 'f'); // and all of the graph in sight
  await page.waitForSelector('[data-testid="node-q"]');
  await page.keyboard.down('Shift');
  await page.click('[data-testid="node-q"] .head');
  await page.keyboard.up('Shift');
  await page.waitForSelector('[data-mixed] [data-testid="inspector-param-label"]');
  await page.fill('[data-testid="inspector-param-label"]', 'both');
  await page.waitForFunction(() => document.querySelectorAll('.card .value').length > 0 && [...document.querySelectorAll('.card .value')].filter((one) => one.textContent === 'both').length === 2);
  const mixed = await page.$('[data-mixed]') === null;

  // the panel below
  await press('Control+j');
  await page.waitForSelector('[data-testid="bottom"][data-open]');
  await page.focus('#bottom-tab-problems');
  await press('ArrowRight');
  await page.waitForSelector('[data-testid="log-lines"] .log-line');
  await press('ArrowRight');
  await page.waitForSelector('[data-testid="result-p"]');
  const results = [await text('[data-testid="result-q"] dl'), (await texts('.result-title')).length];
  await picture('results');
  findings.push(...(await axe()));
  await press('Control+j');
  await page.waitForSelector('[data-testid="bottom"]:not([data-open])');
  await page.reload();
  await page.waitForSelector('[data-testid="bottom"][data-tab="results"]');
  return { told, ports, implied, steps, cell, gradients, edge, runs: runs.length, words, mixed, results, findings };
});
