/** From nothing to a followed log without a mouse, on the canvas itself: built, run, looked at, undone, queued. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';
import { keys } from './keys_alone.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const id = (name) => `[data-testid="${name}"]`;
const node = (name) => `.react-flow__node[data-id="${name}"]`;
const SAVED = `${id('save-state')}[data-status="clean"]`;

await flow(`build-keys-${scheme}-${lang}`, async (page, { picture, axe }) => {
  const seen = { unseen: [] };
  const hands = keys(page, seen.unseen);
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.waitForSelector(id('canvas-empty'));
  await page.waitForSelector(id('palette-item-TrainingLoop'));
  await build(page, hands, seen);
  await picture('joined');
  seen.findings = await axe();
  await changed(page, hands, seen);
  await looked(page, hands, seen);
  await picture('ran');
  await undone(page, hands, seen);
  await queued(page, hands, seen);
  await picture('followed');
  return seen;
});

function wired(page, count) {
  return page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, count);
}

/** Quick add, as often as a node is wanted; then each wire from a port, through what fits it. */
async function build(page, { press, to, at }, seen) {
  const add = async (typed, made) => {
    await page.keyboard.press('Tab');
    await at(id('quick-add-input'));
    await page.keyboard.type(typed);
    await press('Enter');
    await page.waitForSelector(`${id(`node-${made}`)}[data-selected]`);
    await at(id('canvas')); // from where Tab adds the next
  };
  await add('start', 'start');
  await add('tensorinput', 'tensor-input');
  await add('print', 'print');
  await add('dataloader', 'data-loader');
  const join = async (wanted) => {
    await press('c');
    const offered = [];
    for (let times = 0; times < 12; times += 1) {
      const words = await page.textContent(id('link-offer'));
      offered.push(words);
      if (words.includes(wanted)) break;
      await press('ArrowDown');
    }
    const before = (await page.$$('.wire')).length;
    await press('Enter');
    await wired(page, before + 1);
    return offered;
  };
  await press('Escape', 'Alt+ArrowRight');
  await at(node('start'));
  await join('TensorInput');
  await press('Alt+ArrowRight');
  await at(node('tensor-input'));
  const offered = await join('Print value');
  seen.joined = (await page.$$('.wire')).length;
  seen.wrong = offered.filter((words) => words.includes('DataLoader')).length;
}

/** A node is put into a wire, moved, and given another param. */
async function changed(page, { press, to, at }, seen) {
  await to('.react-flow__edge:has([data-testid="edge-tensor-input-tensor-print-value"])', 'Shift+Tab');
  await press('Space');
  await page.keyboard.press('Control+k');
  await at(id('finder-input'));
  await page.keyboard.type(lang === 'en' ? 'insert a node' : '插入節點');
  await page.waitForSelector(`${id('finder-command-edit.insert')}[aria-selected="true"]`);
  await page.keyboard.press('Enter');
  await at(id('quick-add-input'));
  await page.keyboard.type('scalarmul');
  await press('Enter');
  await wired(page, 3);
  const place = () => page.$eval(node('scalar-multiply'), (one) => one.style.transform.match(/-?[\d.]+/g).map(Number));
  const [x, y] = await place();
  await press('ArrowRight', 'Shift+ArrowDown');
  const [nextX, nextY] = await place();
  seen.moved = [nextX - x, nextY - y];
  await press('Enter');
  await to(id('inspector-param-scalar'));
  await press('Control+a');
  await page.keyboard.type('3');
  await page.waitForFunction((which) => document.querySelector(which).textContent.includes('3'), `${id('node-scalar-multiply')} .param .value`);
}

/** Run from the field; from there to the tab of what came of it. */
async function looked(page, { press, to, at }, seen) {
  await press('Control+Enter');
  await page.waitForSelector(`${id('node-print')}[data-status="completed"]`);
  await to('.itab-item', 'Shift+Tab');
  await press('ArrowRight', 'ArrowRight');
  await at(id('inspector-tab-outputs'));
  await page.waitForSelector(id('figures'));
  seen.figures = (await page.$$eval(`${id('figures')} dd`, (all) => all.map((one) => one.textContent))).slice(0, 2);
}

/** Back to nothing, and forth again. */
async function undone(page, { press, to, at }, seen) {
  await to('.react-flow__node, .canvas', 'F6');
  let steps = 0;
  for (; (await page.$('.card')) !== null && steps < 30; steps += 1) await press('Control+z');
  await at(id('canvas'));
  for (let step = 0; step < steps; step += 1) await press('Control+Shift+z');
  await wired(page, 3);
  seen.steps = steps;
  await page.waitForSelector(SAVED);
}

/** Queued under a name, found in the list, opened; its log is followed to its end. */
async function queued(page, { press, to, at }, seen) {
  await press('Control+Shift+Enter');
  await page.waitForSelector(id('queue-dialog'));
  await to(id('queue-name'));
  await page.keyboard.type('by keys');
  await press('Control+Enter');
  await page.waitForSelector(id('queue-dialog'), { state: 'detached' });
  await until(page, async () => (await (await fetch('/api/runs')).json()).total === 2);
  await press('Alt+2');
  await page.waitForSelector('.runs-table .tbody [data-index="1"][data-status]');
  await to(id('runs-filter'));
  await page.keyboard.type('by keys');
  await page.waitForFunction(() => document.querySelectorAll('.runs-table .tbody [role="row"]').length === 1);
  await press('ArrowDown');
  await at('.runs-table .tbody [role="row"]');
  await press('Enter');
  await page.waitForSelector(`${id('run-status')}[data-status="succeeded"]`);
  await to(id('log-lines'));
  await press('Home');
  await page.waitForSelector(`${id('log-lines')} .log-line`);
  await press('End');
  await page.waitForSelector(`${id('log-lines')}[data-following="true"]`);
  seen.log = (await page.$$(`${id('log-lines')} .log-line`)).length > 3;
}
