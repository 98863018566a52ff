/** Run a node that gives a value of each kind, and read all of them in the Inspector with the mouse. */
import { statSync } from 'node:fs';
import { flow, URL_OF_SERVER } from './browser.mjs';
import { inspector, open, GIVES, runToEnd } from './inspector.mjs';

await flow('inspector-outputs', async (page, { picture, axe, context, allow }) => {
  allow(/status of (400|404|413)/); // slices that are wrong on purpose
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await open(page, GIVES);
  await runToEnd(page);
  const { select, tab, port, cellAt, grid, text, texts } = inspector(page);
  await select('g');
  await tab('outputs');
  await port('images');
  await page.waitForSelector('[data-testid="figures"]');
  const cells = [await cellAt(3, 5)];
  await page.fill('[data-testid="slice-N"]', '1');
  await page.fill('[data-testid="slice-C"]', '2');
  await page.waitForSelector('[data-testid="view-tensor"][data-slice^="1, 2,"]');
  cells.push(await cellAt(3, 5));
  await picture('grid');
  const figures = await texts('[data-testid="figures"] dd');
  const bins = Number(await page.getAttribute('[data-testid="histogram"]', 'data-bins'));
  const findings = await axe();
  await page.click('[data-testid="copy"]');
  await page.waitForSelector('[data-testid="copy"][data-done]');
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).startsWith('np.array([[0.833333');

  const taken = async (kind) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`[data-testid="download-${kind}"]`)]);
    return [file.suggestedFilename(), statSync(await file.path()).size];
  };
  const files = [await taken('npy')];

  await page.click('[data-testid="view-mode-values"]');
  await page.fill('[data-testid="slice-text"]', '1, 2, 0:2, 3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('[data-testid="values-text"]')?.textContent.trim().split(/\s+/).length === 2);
  const slice = [await page.inputValue('[data-testid="slice-text"]'), (await text('[data-testid="values-text"]')).split(/\s+/)];
  await page.fill('[data-testid="slice-text"]', '1, x');
  await page.keyboard.press('Enter');
  const wrong = await page.getAttribute('[data-testid="slice-error"]', 'data-error-code');

  const pictures = [];
  const drawn = async () => {
    await page.waitForFunction(() => (document.querySelector('[data-testid="view-picture"] img')?.naturalWidth ?? 0) > 0);
    const width = await page.$eval('[data-testid="view-picture"] img', (image) => image.naturalWidth);
    pictures.push([await page.getAttribute('[data-testid="view-picture"]', 'data-slice'), width, await text('[data-testid="picture-size"]')]);
  };
  await page.click('[data-testid="view-mode-image"]');
  await drawn();
  await picture('image');
  await port('plot');
  await page.waitForSelector('[data-testid="view-picture"][data-slice=""]');
  await drawn();

  files.push(await taken('picture'));

  await port('big');
  await page.waitForSelector('[data-testid="heat-coarse"]');
  const coarse = [await grid(), await text('[data-testid="heat-coarse"]')];
  await picture('coarse');
  for (let times = 0; times < 12; times += 1) {
    await cellAt(0, 0);
    await page.dblclick('[data-testid="heat-plane"]', { position: { x: 2, y: 2 } });
  }
  await page.waitForSelector('[data-testid="heat-plane"][data-rows="8"]');
  const close = [await grid(), await cellAt(0, 0)];
  await page.click('[data-testid="heat-whole"]');
  await page.click('[data-testid="view-mode-values"]');
  await page.fill('[data-testid="slice-text"]', '...');
  await page.keyboard.press('Enter');
  const tooLarge = [await page.getAttribute('[data-testid="slice-error"]', 'data-error-code')];
  await page.click('[data-testid="slice-fit"]');
  await page.waitForSelector('[data-testid="values-text"]');
  tooLarge.push(await page.inputValue('[data-testid="slice-text"]'), (await text('[data-testid="view-values"] p')).split(' · ')[0]);

  await port('odd');
  await page.waitForSelector('[data-testid="figures"]');
  const odd = [...(await page.$$eval('[data-testid="figures"] [data-bad]', (all) => all.map((one) => [...one.children].map((part) => part.textContent).join(' ')))), await cellAt(0, 1)];
  await port('text');
  await page.waitForSelector('[data-testid="view-text"]');
  const cut = await text('[data-testid="view-text"] .cap');
  files.push(await taken('txt'));
  await port('items');
  await page.waitForSelector('[data-testid="view-list"]');
  const items = await texts('[data-testid="view-list"] [role="row"] > :nth-child(2)');
  files.push(await taken('csv'));
  await picture('list');
  await port('one');
  const one = await text('[data-testid="view-scalar"]');
  await port('net');
  await page.waitForSelector('[data-testid="view-model"]');
  const model = await texts('[data-testid="view-model"] dd');
  await picture('model');

  await port('bad');
  await page.waitForSelector('[data-testid="outputs-told"]');
  const bad = [await page.getAttribute('[data-testid="outputs-told"]', 'data-error-code')];
  await port('chart');
  await page.waitForSelector('[data-testid="view-chart"]');
  bad.push(await page.getAttribute('figure', 'data-testid'));
  const chart = [await page.getAttribute('[data-testid="view-chart"]', 'data-kind'), await page.locator('[data-testid="view-chart"] rect').count(), await texts('.chart-names li')];
  await picture('chart');
  findings.push(...(await axe()));
  await port('clip');
  await page.waitForSelector('[data-testid="view-video"][data-gone]');
  const clip = [await text('[data-testid="view-video"] [role="status"]'), await text('[data-testid="view-video"] .cap')];
  await port('table');
  await page.waitForSelector('[data-testid="view-list"][data-count="9000"]');
  const table = await text('[data-testid="view-list"] .viewer-foot .cap');
  await picture('table');

  // a stretch of nodes: what goes in beside what comes out, kept in the document
  await select('f');
  await page.keyboard.down('Shift');
  await select('r');
  await page.keyboard.up('Shift');
  await page.click('[data-testid="compare-segment"]');
  await page.waitForFunction(() => /0\.4997 → 0\.4997/.test(document.querySelector('[data-testid="segment-figures"]')?.textContent ?? ''));
  const segment = [await texts('.segment-end .mono')];
  await page.click('[data-testid="segment-grid"]');
  await page.waitForFunction(() => document.querySelectorAll('.segment-end canvas').length === 2);
  await picture('segment');
  segment.push((await axe()).length);
  await page.click('[data-testid="segment-close"]');
  await page.waitForSelector('.segment-span', { state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.waitForSelector('.segment-span', { state: 'attached' });
  return { cells, figures, bins, coarse, close, odd, slice, too_large: tooLarge, wrong, text: cut, items, one, model, segment, pictures, copied, files, bad, chart, clip, table, findings };
});
