/** What nodes gave, in every way it can be seen. */
import { GIVES, inspector, open, runToEnd } from './inspector.mjs';

const id = (name) => `[data-testid="${name}"]`;

export async function inspectorScreens(page, look, at) {
  await page.goto(at());
  await open(page, GIVES);
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('graph-page'));
  for (const name of ['verbose', 'gradients']) await page.click(id(`run-option-${name}`));
  await look('inspector-graph', id('inspector'));
  await runToEnd(page);
  const { select, tab, port, cellAt } = inspector(page);
  await select('g');
  await tab('outputs');
  await page.waitForSelector(id('step-0'));
  await look('inspector-steps', id('inspector'));
  await port('images');
  await page.waitForSelector(id('figures'));
  await cellAt(3, 5);
  await look('inspector-tensor');
  await page.click(id('view-mode-values'));
  await page.waitForSelector(id('values-text'));
  await look('inspector-values', id('inspector'));
  await page.fill(id('slice-text'), '1, x');
  await page.keyboard.press('Enter');
  await page.waitForSelector(id('slice-error'));
  await look('inspector-slice-wrong', id('inspector'));
  await port('plot');
  await page.waitForFunction(() => (document.querySelector('[data-testid="view-picture"] img')?.naturalWidth ?? 0) > 0);
  await look('inspector-picture', id('inspector'));
  for (const [name, view] of [['text', 'text'], ['items', 'list'], ['one', 'scalar'], ['net', 'model']]) {
    await port(name);
    await page.waitForSelector(id(`view-${view}`));
    await look(`inspector-${view}`, id('inspector'));
  }
  await tab('backward');
  await page.waitForSelector(`${id('gradient-images')}[data-status="healthy"]`);
  await page.waitForSelector(`${id('histogram')}, ${id('figures')}`);
  await look('inspector-gradients', id('inspector'));
  await page.focus('.react-flow__edge[data-id="w"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector(id('edge-page'));
  await page.waitForFunction(() => document.querySelector('[data-testid="edge-shape"]')?.textContent.startsWith('['));
  await look('inspector-edge');
  await select('f');
  await page.keyboard.down('Shift');
  await select('r');
  await page.keyboard.up('Shift');
  await page.click(id('compare-segment'));
  await page.waitForFunction(() => /0\.4997 → 0\.4997/.test(document.querySelector('[data-testid="segment-figures"]')?.textContent ?? ''));
  await look('canvas-segment');
  await page.keyboard.press('Escape');
}
