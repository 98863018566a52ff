/** Build a graph from nothing on the canvas, without a mouse: nodes, wires, one put into a wire, undone, run. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const id = (name) => `[data-testid="${name}"]`;

await flow(`build-keys-${scheme}-${lang}`, async (page, { picture, axe }) => {
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const wires = () => page.$$eval('.wire', (all) => all.length);
  const wired = (count) => page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, count);
  // `/` leads to the nodes; the field keeps the focus, so that several can be added
  const add = async (typed, made) => {
    if (!(await page.$(`${id('palette-search')}:focus`))) await press('/');
    await page.waitForSelector(`${id('palette-search')}:focus`);
    await press('Control+a');
    await page.keyboard.type(typed);
    await press('Enter');
    await page.waitForSelector(id(`node-${made}`));
  };
  // a port is gone to, and from there the arrows go through what fits: what they offered before the right one
  const join = async (from, wanted) => {
    await page.focus(id(from));
    await press('Enter');
    const offered = [];
    for (let times = 0; times < 12; times += 1) {
      const words = await page.textContent(id('link-offer'));
      offered.push(words);
      if (words.includes(wanted)) break;
      await press('ArrowDown');
    }
    const before = await wires();
    await press('Enter');
    await wired(before + 1);
    return offered;
  };
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.waitForSelector(id('canvas-empty'));
  await page.waitForSelector(id('palette-item-TrainingLoop'));
  await add('start', 'start');
  await add('tensorinput', 'tensor-input');
  await add('print', 'print');
  await add('dataloader', 'data-loader');
  await join('port-start-out-trigger', 'TensorInput');
  const offered = await join('port-tensor-input-out-tensor', 'Print value');
  const joined = await wires();
  await picture('joined');
  const findings = await axe();

  // into a wire: the node stands between the two, and one undo takes it out again
  await page.focus('.react-flow__edge:has([data-testid="edge-tensor-input-tensor-print-value"])');
  await press('Space');
  await page.focus(id('menu-edit'));
  await press('Enter');
  await page.waitForSelector(id('menu-item-edit.insert'));
  for (let rows = 0; rows < 30 && !(await page.$(`${id('menu-item-edit.insert')}:focus`)); rows += 1) await press('ArrowDown');
  await press('Enter');
  await page.waitForSelector(`${id('quick-add-input')}:focus`);
  await page.keyboard.type('scalarmul');
  await press('Enter');
  await wired(3);
  await press('Control+z');
  await wired(2);
  await press('Control+Shift+z');
  await wired(3);
  await press('Control+Enter');
  await page.waitForSelector(`${id('node-print')}[data-status="completed"]`);
  await picture('ran');
  return { joined, wrong: offered.filter((words) => words.includes('DataLoader')).length, findings };
});
