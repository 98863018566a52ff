/**
 * The layout with words that are two fifths longer, in the sizes of window that are promised: nothing cut, nothing out
 * of sight; and every word on the screen comes from the files of words, for there all of them are in brackets.
 */
import { flow, URL_OF_SERVER } from './browser.mjs';
import { findings } from './layout.mjs';

const id = (name) => `[data-testid="${name}"]`;

await flow('shell-layout', async (page, { picture }) => {
  const wrong = [];
  const look = async (view) => {
    await picture(view);
    // named where it is seen first
    for (const one of await page.evaluate(findings)) if (!wrong.some((told) => told.endsWith(one))) wrong.push(`${view}: ${one}`);
  };
  await page.goto(`${URL_OF_SERVER}/?lang=pseudo&theme=dark`);
  await page.waitForSelector(id('template-iris-mlp.json'));
  await look('empty');
  await page.click(id('template-iris-mlp.json'));
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);
  await page.click('[data-node-type="TrainingLoop"] .title');
  await look('canvas');
  await page.click(id('run'));
  await page.waitForSelector(`${id('run-phase')}[data-status="succeeded"]`);
  for (const name of ['file', 'edit', 'view', 'run', 'help']) {
    await page.click(id(`menu-${name}`));
    await look(`menu-${name}`);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1024, height: 640 });
  await look('canvas-small');

  // below 900 px the Inspector is drawn out over the canvas
  await page.setViewportSize({ width: 860, height: 640 });
  const drawer = [await page.isVisible(id('inspector'))];
  await page.click(id('drawer-toggle'));
  drawer.push(await page.isVisible(id('inspector')));
  await look('drawer');
  await page.click(id('drawer-toggle'));
  // below 700 px one looks at the canvas and edits in the list
  await page.setViewportSize({ width: 660, height: 640 });
  await page.waitForSelector('[data-testid="palette"]', { state: 'hidden' });
  await page.waitForSelector(id('narrow-note'));
  await look('narrow');
  // with the keyboard, too: nothing of the picture changes there, and the list changes it
  await page.click(id('zoom-fit'));
  await page.waitForSelector('[data-node-type="TrainingLoop"]', { state: 'attached' });
  await page.$eval('[data-node-type="TrainingLoop"]', (card) => card.closest('.react-flow__node').focus());
  await page.keyboard.press('Space');
  for (const key of ['Delete', 'b', 'Control+d', 'Tab']) await page.keyboard.press(key);
  const narrow = [await page.$$eval('[data-node-type="TrainingLoop"]', (all) => all.length), await page.isVisible(id('quick-add'))];
  await page.click(id('narrow-list'));
  await page.waitForSelector('[role="treegrid"], [data-testid="list-add"]');
  narrow.push(await page.isEnabled(id('list-add')));
  await picture('narrow-list'); // names of nodes are none of our words
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1024, height: 640 });
  await page.keyboard.press('Alt+2');
  await page.waitForSelector('.runs-table .tbody .tr');
  await look('runs');
  // the edges of panels: dragged, by keys, remembered; the side panel is put away
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Alt+1');
  await page.waitForSelector(id('splitter-side'));
  const widthOf = (name) => page.$eval(id(name), (element) => Math.round(element.getBoundingClientRect().width));
  const box = await page.locator(id('splitter-side')).boundingBox();
  await page.mouse.move(box.x + 1, 400);
  await page.mouse.down();
  await page.mouse.move(box.x + 61, 400, { steps: 4 });
  await page.mouse.up();
  await page.focus(id('splitter-inspector'));
  await page.keyboard.press('ArrowLeft');
  const widths = [await widthOf('palette'), await widthOf('inspector')];
  await page.keyboard.press('Control+b');
  await page.waitForSelector(id('palette'), { state: 'hidden' });
  await page.reload();
  await page.waitForSelector(id('splitter-inspector'));
  const hidden = await page.isHidden(id('palette'));
  await page.keyboard.press('Control+b');
  await page.waitForSelector(id('palette'));
  widths.push(await widthOf('palette'), await widthOf('inspector'));
  return { drawer, narrow, widths, hidden, wrong };
});
