/** Several graphs in one window: each with its own changes, run and undo; moved, closed, opened again, remembered. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const id = (name) => `[data-testid="${name}"]`;
const SAVED = `${id('save-state')}[data-status="clean"]`;
const EPOCHS = id('inspector-param-epochs');

await flow('shell-tabs', async (page, { picture, axe }) => {
  const tabs = () => page.$$eval('.graph-tabs li', (all) => all.map((one) => `${one.className === 'front' ? '*' : ''}${one.querySelector('.tab').title}`));
  const epochs = async () => {
    await page.click('[data-node-type="TrainingLoop"] .title');
    return page.inputValue(EPOCHS);
  };
  const isFront = (file) => page.waitForSelector(`li.front${id(`tab-${file}`)}`);
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click(id('template-iris-mlp.json'));
  await isFront('Iris_MLP.json');
  await page.click(id('tab-new'));
  await page.waitForSelector(id('canvas-empty'));
  await page.click(id('template-iris-mlp.json'));
  await isFront('Iris_MLP_2.json');

  // what is changed and run here is not changed and run there
  await epochs();
  await page.fill(EPOCHS, '7');
  await page.click(id('run'));
  await page.waitForSelector(`${id('run-phase')}[data-status="succeeded"]`);
  await page.click(`${id('tab-Iris_MLP.json')} .tab`);
  await isFront('Iris_MLP.json');
  const apart = { epochs: await epochs(), phases: await page.locator(id('run-phase')).count(), undo: await undoOf(page) };
  await page.click(`${id('tab-Iris_MLP_2.json')} .tab`);
  await isFront('Iris_MLP_2.json');
  await page.waitForSelector(`${id('run-phase')}[data-status="succeeded"]`);
  const back = { epochs: await epochs(), undo: await undoOf(page) };
  await picture('two');
  const findings = await axe();

  // a run goes on while another graph is in front
  await page.click(`${id('tab-Iris_MLP.json')} .tab`);
  await isFront('Iris_MLP.json');
  await epochs();
  await page.fill(EPOCHS, '400');
  await page.click(id('run'));
  await page.waitForSelector(`${id('run-phase')}[data-status="running"]`);
  await page.keyboard.press('Alt+PageDown');
  await isFront('Iris_MLP_2.json');
  await page.waitForSelector(`${id('tab-Iris_MLP.json')}[data-status="running"]`);
  await page.keyboard.press('Alt+PageUp');
  await isFront('Iris_MLP.json');
  await page.click(id('stop'));
  await page.waitForSelector(`${id('tab-Iris_MLP.json')}[data-status="saved"]`);

  // moved by keys and by dragging, closed by a middle click, opened again, remembered over a reload
  await page.focus('li.front .tab');
  await page.keyboard.press('Control+Shift+ArrowRight');
  const moved = await tabs();
  await page.dragAndDrop(`${id('tab-Iris_MLP.json')} .tab`, `${id('tab-Iris_MLP_2.json')} .tab`);
  const dragged = await tabs();
  await page.waitForSelector(SAVED);
  await page.reload();
  await isFront('Iris_MLP.json');
  await page.waitForSelector('[data-node-type="TrainingLoop"]');
  const remembered = await tabs();
  await page.click(`${id('tab-Iris_MLP_2.json')} .tab`);
  await isFront('Iris_MLP_2.json');
  const lazy = await epochs();
  const astray = await goAstray(page, { isFront, picture, axe });
  await page.goBack();
  await isFront('Iris_MLP.json');
  await page.click(id('tab-Iris_MLP_2.json'), { button: 'middle' });
  await page.waitForSelector(id('tab-Iris_MLP_2.json'), { state: 'detached' });
  await page.keyboard.press('Alt+Shift+W');
  await isFront('Iris_MLP_2.json');
  // one file is one tab
  await page.keyboard.press('Control+o');
  await page.click(id('open-Iris_MLP.json'));
  await isFront('Iris_MLP.json');
  const once = await tabs();
  await page.keyboard.press('Alt+w');
  await isFront('Iris_MLP_2.json');
  await page.keyboard.press('Alt+w');
  await isFront('new');
  return { apart, back, moved, dragged, remembered, lazy, once, left: await tabs(), address: new URL(page.url()).hash, astray, findings };
});

/** Addresses that lead to nothing: a sentence and a way back, and nothing red in the console. */
async function goAstray(page, { isFront, picture, axe }) {
  const place = () => page.evaluate(() => location.pathname + location.hash);
  const goTo = (hash) => page.evaluate((to) => { location.hash = to; }, hash);
  await goTo('#/nonsense/1');
  const nowhere = await page.textContent(`${id('view-nowhere')} p`);
  await picture('nowhere');
  const findings = await axe();
  await page.click(id('later-back'));
  await isFront('Iris_MLP_2.json');
  await goTo('#/runs/none');
  const run = await page.textContent(`${id('view-run')} h1`);
  await picture('no-run');
  findings.push(...(await axe()));
  await page.click(id('later-back'));
  await page.waitForSelector(id('view-runs'));
  // with the address of before it was there; a graph that is not is told of where one was
  await goTo('#/g/none.json');
  const graph = await page.textContent(`${id('toast')}:has-text("none")`);
  await isFront('Iris_MLP_2.json');
  const back = await place();
  // written without its #
  await page.goto(`${URL_OF_SERVER}/runs/none/log`);
  await page.waitForSelector(`${id('view-run')} h1`);
  const path = await place();
  await page.goto(`${URL_OF_SERVER}/#/g/none.json`);
  await page.reload();
  await isFront('Iris_MLP_2.json');
  await page.waitForSelector('[data-node-type="TrainingLoop"]');
  const begun = await place();
  await page.click(`${id('tab-Iris_MLP.json')} .tab`);
  await isFront('Iris_MLP.json');
  await page.click(`${id('tab-Iris_MLP_2.json')} .tab`);
  await isFront('Iris_MLP_2.json');
  return { nowhere, run, graph, back, path, begun, findings };
}

/** What the Edit menu would undo; leaves the menu again. */
async function undoOf(page) {
  await page.click('[data-testid="menu-edit"]');
  const text = await page.textContent('[data-testid="menu-item-edit.undo"] .label');
  await page.keyboard.press('Escape');
  return text;
}
