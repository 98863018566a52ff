/** A run that somebody submits shows in two windows that cannot ask at a pace; one that was away hears of what it missed. */
import { writeFileSync } from 'node:fs';
import { submit } from './calls.mjs';
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const id = (name) => `[data-testid="${name}"]`;
const graph = (wait) => ({
  name: wait ? 'slow' : 'quick',
  nodes: [{ id: 'go', type: 'Start' }, { id: 't', type: 'Talker', data: { params: { wait } } }],
  edges: [{ id: 'e', source: 'go', sourceHandle: 'trigger', target: 't', targetHandle: '', type: 'trigger' }],
});

/** In each page: nothing is asked for again and again, and its sockets can be kept from the server. */
function prepare() {
  const { setInterval: real, WebSocket: Real } = globalThis;
  globalThis.setInterval = (work, ms, ...rest) => (ms >= 400 ? 0 : real(work, ms, ...rest));
  const open = new Set();
  globalThis.sockets = { open, isAway: false };
  globalThis.WebSocket = class extends Real {
    constructor(url) {
      super(globalThis.sockets.isAway ? url.replace('/ws/', '/nowhere/') : url);
      open.add(this);
      this.addEventListener('close', () => open.delete(this));
    }
  };
}

await flow('live', async (one, { context, picture, allow }) => {
  allow(/WebSocket connection to/);
  await context.addInitScript(prepare);
  const two = await context.newPage();
  const windows = [one, two];
  for (const [at, page] of windows.entries()) {
    await page.goto(`${URL_OF_SERVER}/?lang=en&theme=${at ? 'light' : 'dark'}#/runs`);
    await page.waitForSelector(`${id('link')}[data-status="up"]`);
    await until(page, () => [...globalThis.sockets.open].filter((socket) => socket.readyState === 1).length > 1);
  }
  const asked = [];
  two.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const slow = await submit(one, graph(true));
  const startMs = performance.now();
  await Promise.all(windows.map((page) => page.waitForSelector(`${id(`run-row-${slow}`)} [data-status="running"]`)));
  const shownMs = Math.round(performance.now() - startMs);
  const lists = asked.filter((path) => path === '/api/runs').length;

  await two.goto(`${URL_OF_SERVER}/?lang=en&theme=light#/runs/${slow}/log`);
  const said = (text) => two.waitForSelector(`.log-line .said:text-is("${text}")`);
  await said('begun');
  writeFileSync(`${process.env.CDUI_HOME}/more`, '');
  await said('ended');
  await two.waitForSelector(`${id('run-status')} [data-status="succeeded"], ${id('run-status')}[data-status="succeeded"]`);
  const log = await two.$$eval('.log-line .said', (lines) => lines.map((line) => line.textContent).filter((text) => /^(begun|ended)$/.test(text)));
  await one.waitForSelector(`${id(`run-row-${slow}`)} [data-status="succeeded"]`);

  await submit(one, graph(false)); // begins and ends between two looks
  const bell = (page, count) => page.waitForSelector(`${id('notices')}[data-count="${count}"]`);
  await Promise.all(windows.map((page) => bell(page, 2)));
  const sockets = await Promise.all(windows.map((page) => page.evaluate(() => globalThis.sockets.open.size)));
  const bells = await Promise.all(windows.map((page) => page.getAttribute(id('notices'), 'data-count')));

  await two.evaluate(() => {
    globalThis.sockets.isAway = true;
    for (const socket of globalThis.sockets.open) socket.close();
  });
  await two.waitForSelector(`${id('link')}[data-status="away"]`);
  await submit(one, graph(false));
  await bell(one, 3);
  await two.evaluate(() => void (globalThis.sockets.isAway = false));
  await bell(two, 3);
  const away = await two.getAttribute(id('notices'), 'data-count');
  await one.bringToFront();
  await until(one, () => /3$/.test(document.querySelector('[data-testid="runs-status-all"]').textContent));
  await picture('list');
  return { shownMs, lists, sockets, log, bells, away };
});
