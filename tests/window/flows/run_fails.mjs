/** A graph that cannot run, and one that fails while it runs: told, found, and gone to, inside of a card too; with the mouse or the keyboard. */
import { BREAKS } from './breaks.mjs';
import { open } from './inspector.mjs';
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_BY: by = 'mouse', CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const id = (name) => `[data-testid="${name}"]`;
const GRAPH = {
  ...BREAKS,
  nodes: [...BREAKS.nodes, { id: 's', type: 'Softmax', position: { x: 520, y: 240 } }],
  edges: [...BREAKS.edges, { id: '3', source: 'go', sourceHandle: 'trigger', target: 's', targetHandle: '__trigger', type: 'trigger' }],
};

await flow(`run-fails-${scheme}-${lang}`, async (page, { picture, axe }) => {
  const use = async (selector) => {
    if (by === 'mouse') return page.click(selector);
    await page.focus(selector);
    return page.keyboard.press('Enter');
  };
  const press = (name) => use(id(name));
  const FAILURE = `${id('toast')}[data-status="error"]:has(${id('toast-action')})`;
  const start = () => (by === 'mouse' ? page.click(id('run')) : page.keyboard.press('Control+Enter'));
  const selected = () => page.$$eval('.card[data-selected]', (cards) => cards.map((card) => card.dataset.testid));
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await open(page, GRAPH);
  await page.waitForSelector(`${id('node-s')}[data-error-code]`);

  // it is not run: the list of problems is opened, and a problem leads to its node
  await start();
  await page.waitForSelector(id('problem-0'));
  const runs = await page.evaluate(async () => (await (await fetch('/api/runs')).json()).total);
  await press('problem-0');
  await page.waitForSelector(`${id('node-s')}[data-selected]`);
  const atProblem = await selected();
  await page.focus('.react-flow__node[data-id="s"]');
  await page.keyboard.press('Delete');
  await page.waitForSelector(id('node-s'), { state: 'detached' });

  // it runs and fails: the node says so, in its line and in the Inspector
  await start();
  await page.waitForSelector(`${id('node-b')}[data-status="error"]`);
  await page.waitForSelector(`${id('run-phase')}[data-status="failed"]`);
  // its sentence is said, and leads to the node; so do the word in the status bar and the node's name in the log
  await page.waitForSelector(FAILURE);
  const said = (await page.textContent(`${FAILURE} .text`)).includes('expected 4 features, got 3');
  const leads = [];
  for (const way of [`${FAILURE} ${id('toast-action')}`, id('run-phase'), `[data-level="error"] ${id('log-node-b')}`]) {
    await page.focus('.react-flow__node[data-id="p"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${id('node-p')}[data-selected]`);
    if (way.includes('log-node')) await press('bottom-tab-log');
    await use(way);
    await page.waitForSelector(`${id('node-b')}[data-selected]`);
    await page.waitForFunction(() => document.activeElement?.matches('[data-canvas]'));
    leads.push(await selected());
  }
  if (by === 'mouse') await page.click(`${id('node-b')} .title`);
  else {
    await page.focus('.react-flow__node[data-id="b"]');
    await page.keyboard.press('Enter');
  }
  const told = (await page.textContent('.node-error')).includes('expected 4 features, got 3');
  await picture('failed');

  // the same inside of a card: one is led into it
  await page.focus('.react-flow__node[data-id="b"]');
  await page.keyboard.press('Control+Shift+G');
  await page.waitForSelector(id('node-subgraph'));
  await start();
  await page.waitForSelector(`${id('node-subgraph')}[data-status="error"]`);
  await page.waitForSelector(FAILURE);
  // it covers no line of the log that is open, and the list of notices has one line for what was refused and for each of the two runs
  const apart = await page.evaluate(() => document.querySelector('[data-testid="toast"]').getBoundingClientRect().bottom < document.querySelector('.bottom-panel').getBoundingClientRect().top);
  await picture('above');
  await use(`${FAILURE} ${id('toast-action')}`);
  await page.click(id('notices'));
  const listed = await page.locator(`${id('notice-list')} [data-status="error"]`).count();
  await page.keyboard.press('Escape');
  await page.waitForSelector(`${id('node-b')}[data-selected]`);
  const inside = await page.locator(id('node-subgraph')).count();
  return { runs, atProblem, told, said, leads, inside, apart, listed, findings: await axe() };
});
