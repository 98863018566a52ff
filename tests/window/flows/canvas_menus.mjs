/** Menus and tools of the canvas: of a node, a wire, the empty canvas; lines, layout, colours; run up to a node. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;

await flow(`canvas-menus-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector('[data-node-type="TrainingLoop"]');
  const findings = [];
  const count = () => page.$$eval('.card', (all) => all.length);
  const start = await count();

  // a node's menu, by the right button and by its own; what it says is done
  await page.click('[data-node-type="Print"] .title', { button: 'right' });
  await page.waitForSelector('[data-testid="canvas-menu"] [role^="menuitem"]');
  const rows = await page.$$eval('[data-testid="canvas-menu"] [role^="menuitem"]', (all) => all.map((row) => row.dataset.testid.slice(10)));
  await picture('node');
  findings.push(...(await axe()));
  await page.click('[data-testid="menu-item-edit.duplicate"]');
  await page.waitForFunction((wanted) => document.querySelectorAll('.card').length === wanted, start + 1);
  await page.click('[data-testid="tool-edit.delete"]');
  await page.waitForFunction((wanted) => document.querySelectorAll('.card').length === wanted, start);

  // the menu of a wire cuts it; Undo brings it back
  const wires = await page.$$eval('.wire', (all) => all.length);
  const wire = await page.$eval('.wire[data-flow="still"]', (path) => {
    const at = path.getPointAtLength(path.getTotalLength() / 3);
    const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(path.getScreenCTM());
    return { x, y };
  });
  await page.mouse.click(wire.x, wire.y, { button: 'right' });
  await page.click('[data-testid="menu-item-edit.delete"]');
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, wires - 1);
  await page.keyboard.press('Control+z');
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, wires);

  // lines: all of one left edge; one step
  await page.keyboard.press('Control+a');
  const lefts = () => page.$$eval('.card', (all) => new Set(all.map((card) => Math.round(card.getBoundingClientRect().x))).size);
  const before = await lefts();
  await page.click('[data-testid="tool-align"]');
  await page.waitForSelector('[data-testid="menu-item-arrange.align_left"]');
  findings.push(...(await axe()));
  await page.click('[data-testid="menu-item-arrange.align_left"]');
  await page.waitForSelector('[data-testid="menu-item-arrange.align_left"]', { state: 'detached' }); // its keys come first while it is there
  await page.waitForFunction(() => new Set([...document.querySelectorAll('.card')].map((card) => Math.round(card.getBoundingClientRect().x))).size === 1);
  await page.keyboard.press('Control+z');
  await page.waitForFunction((wanted) => new Set([...document.querySelectorAll('.card')].map((card) => Math.round(card.getBoundingClientRect().x))).size === wanted, before);

  // a layout from scattered places; the menu of the canvas has it
  await page.mouse.click(990, 95);
  await page.mouse.click(990, 95, { button: 'right' });
  await picture('pane');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-testid="canvas-menu"]', { state: 'detached' });
  const places = () => page.$$eval('.react-flow__node', (all) => all.map((node) => node.style.transform).join());
  const scattered = await places();
  await page.keyboard.press('Shift+L');
  await page.waitForFunction((was) => [...document.querySelectorAll('.react-flow__node')].map((node) => node.style.transform).join() !== was, scattered);
  await picture('layout');
  const arranged = await page.evaluate(() => {
    const at = (type) => document.querySelector(`[data-node-type="${type}"]`).getBoundingClientRect();
    return at('Start').right < at('Dataset').left && at('Dataset').right < at('DataLoader').left && at('DataLoader').right < at('TrainingLoop').left;
  });
  await page.keyboard.press('Control+z');
  await page.waitForFunction((was) => [...document.querySelectorAll('.react-flow__node')].map((node) => node.style.transform).join() === was, scattered);

  // a frame of another colour
  await page.keyboard.press('f');
  await page.click('[data-node-type="Loss"] .title');
  await page.keyboard.press('Control+g');
  await page.waitForSelector('[data-testid="canvas-write"]');
  await page.keyboard.press('Enter');
  await page.click('[data-testid="tool-colour"]');
  await page.click('[data-testid="colour-red"]');
  const colour = await page.$eval('.frame', (frame) => frame.style.getPropertyValue('--type'));
  await page.keyboard.press('Escape');

  // run up to a node: those that feed it run, no other
  await page.click('[data-node-type="Print"] .title');
  await page.click('[data-testid="tool-run.to_here"]');
  await page.waitForSelector('[data-testid="run-phase"][data-status="succeeded"]');
  const ran = await page.$$eval('.card', (all) => all.filter((card) => card.dataset.status === 'completed').map((card) => card.dataset.nodeType).sort());
  await picture('ran');
  return { rows, arranged, colour, ran, findings };
});
