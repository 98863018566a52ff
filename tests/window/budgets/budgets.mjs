/** What the window costs its main thread with a large graph, beside a page that does the same without any care. */
import { flow, URL_OF_SERVER } from '../flows/browser.mjs';
import { bigGraph, nodeRows, saveGraph } from './graphs.mjs';
import { best, drag, meter, naive } from './measure.mjs';

const [NODES, WIRES] = [1000, 1500];
const PANE = '.react-flow__pane';
/** For each figure how many times its peer it may cost. */
const LIMITS = JSON.parse(process.env.CDUI_LIMITS);

const cheaper = (one, other) => (other.ms < one.ms ? other : one);

await flow('budgets', async (page, { context, picture, allow }) => {
  allow(/404/); // the run of the last part is made up: the server knows nothing of it
  const seen = {};
  await context.addInitScript(rememberSocket);
  await context.route('**/api/nodes?*', async (route) => {
    const rows = await (await route.fetch()).json();
    const more = Array.from({ length: 500 - rows.length }, (_, at) => ({ ...rows[at % rows.length], node_name: `Own${at}${rows[at % rows.length].node_name}` }));
    await route.fulfill({ json: [...rows, ...more] });
  });
  await page.emulateMedia({ reducedMotion: 'reduce' }); // a jump is there at once
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.waitForSelector('[data-testid="canvas-empty"]');
  const rows = await nodeRows(page);
  const file = encodeURIComponent(await saveGraph(page, bigGraph(rows, NODES, WIRES)));
  const { spent, heap } = await meter(page);

  // the peer, in the same browser
  const other = await context.newPage();
  await other.goto(`${URL_OF_SERVER}/api/version`);
  const peer = await meter(other);
  seen.naiveBuild = await best(3, () => peer.spent(() => naive(other, NODES, WIRES)), (one) => one.ms);
  seen.naivePan = await best(2, () => peer.spent(() => drag(other, '#pane', 10)));
  await other.close();
  const perBuild = (name) => LIMITS[name] * seen.naiveBuild.ms;
  const perFrame = (name) => LIMITS[name] * seen.naivePan.perFrame;
  const [ms, frame] = [(one) => one.ms, (one) => one.perFrame];

  // another page is another process: what opening one costs is told by the page's own clock
  const ready = async (address, selector) => {
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForSelector(selector);
    return page.evaluate(() => ({ ms: performance.now(), paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 }));
  };
  const least = (name, act) => best(3, act, ms, perBuild(name));
  const perWall = (name) => LIMITS[name] * seen.naiveBuild.wall;
  const started = (one) => Math.max(one.ms / perWall('start'), one.paint / perWall('paint'));
  seen.start = await best(3, () => ready(`${URL_OF_SERVER}/?lang=en&theme=dark`, '[data-testid="canvas-empty"]'), started, 1);
  seen.open = await best(3, (at) => ready(`${URL_OF_SERVER}/?lang=en&theme=dark&at=${at}#/g/${file}`, '.card'), ms, perWall('open'));
  await page.waitForSelector('[data-testid="problems"]:not([data-count="0"])');
  seen.heapBefore = await heap();

  await page.keyboard.press('0');
  await page.waitForFunction(() => document.querySelector('.percent').textContent === '100%');
  seen.panNear = await best(3, () => spent(() => drag(page, PANE)), frame, perFrame('panNear'));
  seen.elements = await page.evaluate(() => document.querySelector('.react-flow').querySelectorAll('*').length);

  // a node among those in sight, with the lines that say what it is level with
  await page.evaluate(() => {
    globalThis.guided = false;
    new MutationObserver(() => (globalThis.guided ||= document.querySelector('.guide-lines') !== null)).observe(document.querySelector('.react-flow'), { subtree: true, childList: true });
  });
  seen.dragNode = await best(3, () => spent(() => drag(page, '.card')), frame, perFrame('dragNode'));
  seen.guided = await page.evaluate(() => globalThis.guided);

  const quick = async () => {
    await page.keyboard.press('Tab');
    await page.waitForSelector('[data-testid="quick-add-input"]:focus');
  };
  seen.quickOpen = await least('quickOpen', async () => {
    const one = await spent(quick);
    await page.keyboard.press('Escape');
    return one;
  });
  await quick();
  seen.quickSearch = await least('quickSearch', async () => {
    const one = await spent(() => page.keyboard.type('s'));
    await page.keyboard.press('Backspace');
    return one;
  });
  await page.keyboard.press('Escape');

  // each letter changes the whole document, which is judged and saved: beside the window
  await page.focus('.inspector input');
  seen.letters = await least('letters', () => spent(async () => {
    await page.keyboard.type('abcdefgh', { delay: 60 });
    await page.waitForTimeout(700);
  }));
  seen.workers = page.workers().length;
  await page.evaluate(() => document.activeElement.blur()); // single keys are the canvas's again

  // from far away, and near again
  await page.keyboard.press('f');
  await page.waitForSelector('[data-testid="overview"]');
  seen.panFar = await best(3, () => spent(() => drag(page, PANE)), frame, perFrame('panFar'));
  await picture('far');
  await page.keyboard.press('f');
  const zoom = async () => {
    const box = await page.locator('[data-testid="canvas"]').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector('[data-testid="overview"]', { state: 'detached' });
    await page.waitForSelector('.card');
  };
  const far = async () => {
    await page.keyboard.press('f');
    await page.waitForSelector('[data-testid="overview"]');
  };
  seen.cross = seen.away = { ms: Infinity };
  await best(3, async () => {
    seen.cross = cheaper(seen.cross, await spent(zoom));
    seen.away = cheaper(seen.away, await spent(far));
    return { ms: Math.max(seen.cross.ms / perBuild('cross'), seen.away.ms / perBuild('away')) };
  }, ms, 1);
  await zoom();

  // a run whose statuses come a thousand a second
  await page.evaluate(() => globalThis.follow());
  seen.idle = await spent(() => page.waitForTimeout(1000));
  seen.live = await best(3, () => spent(() => page.evaluate((count) => globalThis.statuses(count, 1000), NODES)), frame, perFrame('live'));
  seen.heapLive = await heap();
  await page.evaluate((count) => globalThis.burst(count, 100_000), NODES);
  seen.heapAfter = await heap();
  seen.running = await page.$$eval('.card[data-status="running"], .card[data-status="completed"]', (found) => found.length);
  return seen;
});

/** In the page: events of a run as if they had come over the socket that the program has open. */
function rememberSocket() {
  const Real = globalThis.WebSocket;
  globalThis.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      globalThis.line = this;
    }
  };
  const run = 'f'.repeat(32);
  const say = (frame) => globalThis.line.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ run_id: run, ...frame }) }));
  let sent = 0;
  const one = (nodes) => {
    const at = sent % (2 * nodes);
    sent += 1;
    const status = at % 2 === 0 ? 'running' : 'completed';
    say({ type: 'node_status', cursor: sent, node_id: `n${at >> 1}`, status });
    if (sent % 10 === 0) say({ type: 'metric', cursor: sent, points: [{ node_id: 'n1', name: 'loss', step: sent, value: 1 / sent }] });
  };
  globalThis.follow = () => {
    say({ type: 'attached' });
    say({ type: 'execution_start' });
  };
  globalThis.statuses = (nodes, aSecond, seconds = 2) => new Promise((done) => {
    const begun = performance.now();
    const first = sent;
    const timer = setInterval(() => {
      const passed = (performance.now() - begun) / 1000;
      while (sent - first < passed * aSecond) one(nodes);
      if (passed < seconds) return;
      clearInterval(timer);
      done();
    }, 4);
  });
  globalThis.burst = async (nodes, count) => {
    for (let left = count; left > 0; left -= 1000) {
      for (let at = 0; at < 1000; at += 1) one(nodes);
      await new Promise((done) => requestAnimationFrame(() => done()));
    }
  };
}
