/** Queue on...: refused at its field, queued twice with tags, and again with changes from a run; mouse and keys. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const field = (name) => `[data-testid="queue-${name}"]`;

await flow(`queue-on-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector('[data-node-type="TrainingLoop"]');
  await page.waitForSelector('[data-testid="save-state"][data-status="clean"]'); // its first revision
  await page.click('[data-testid="queue-on"]');
  await page.waitForSelector('[data-testid="queue-dialog"]');
  await page.waitForSelector('[data-testid="queue-device-cpu"]');
  await page.fill(field('seed'), '1.5');
  const isRefusedHere = await page.isDisabled(field('submit'));
  await page.fill(field('seed'), '11');
  await page.fill(field('copies'), '2');
  await page.check('[data-testid="queue-device-cpu"]');
  await page.fill(field('name'), 'two of a kind');
  await page.fill(field('tags'), 'night');
  await page.press(field('tags'), 'Enter');
  await page.waitForSelector('[data-testid="queue-with"] .cut');
  const runsWith = await page.textContent('[data-testid="queue-with"]');
  await picture('asked');
  const findings = await axe();
  await page.click(field('submit'));
  await page.waitForSelector('[data-testid="queue-dialog"]', { state: 'detached' });
  const made = await runs(page);

  // by keys alone, and what was chosen is still there
  await page.keyboard.press('Escape');
  await page.focus('[data-testid="canvas"] .react-flow__pane').catch(() => undefined);
  await page.keyboard.press('Control+Shift+Enter');
  await page.waitForSelector('[data-testid="queue-dialog"]');
  const remembered = [await page.inputValue(field('seed')), await page.inputValue(field('copies')), await page.inputValue(field('name')), await page.isChecked('[data-testid="queue-device-cpu"]')];
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-testid="queue-dialog"]', { state: 'detached' });

  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}#/runs/${made[0].id}/log`);
  await page.click('[data-testid="run-change"]');
  await page.waitForSelector('[data-testid="queue-dialog"]');
  const taken = [await page.inputValue(field('seed')), await page.inputValue(field('name'))];
  await page.fill(field('seed'), '12');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('[data-testid="queue-dialog"]', { state: 'detached' });
  await until(page, async () => (await (await fetch('/api/runs')).json()).total === 3);
  const [last] = await runs(page);
  return {
    isRefusedHere, findings, runsWith: [/(revision|版本) 1 /.test(runsWith), /(seed|種子) 11 /.test(runsWith), runsWith.includes(' cpu ')], remembered, taken,
    made: made.map(({ name, tags, options }) => [name, tags, options.seed, options.device]),
    last: [last.options.seed, last.name, last.tags],
  };
});

/** The newest first. */
function runs(page) {
  return page.evaluate(async () => (await (await fetch('/api/runs?sort=-created_at')).json()).runs);
}
