/** What the window says when something stands between it and its server, and that it says so no more afterwards. */
import { spawn } from 'node:child_process';
import { submit } from './calls.mjs';
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_PID, CDUI_PYTHON, CDUI_HOME, CDUI_ROOT, CDUI_PROXY } = process.env;
const id = (name) => `[data-testid="${name}"]`;
const gone = { state: 'detached' };
const GRAPH = {
  name: 'nothing',
  nodes: [{ id: 'go', type: 'Start' }, { id: 't', type: 'TextInput', data: { params: { value: 'a' } } }],
  edges: [{ id: 'e', source: 'go', sourceHandle: 'trigger', target: 't', targetHandle: '', type: 'trigger' }],
};

await flow('shell-faults', async (page, { context, picture, axe, allow }) => {
  allow(/status of (?:4|5)\d\d|ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket connection to/);
  const refuse = (status, code) => (route) => route.fulfill({ status, json: { detail: { code, params: {}, text: code } } });
  const findings = [];
  const seen = {};

  // each in a page of its own, at the same time: they mostly wait
  await Promise.all([simplified(), proxied(), refused()]);

  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click(id('template-iris-mlp.json'));
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);
  // a disk without room
  await page.route('**/api/graph/*', refuse(507, 'disk_full'));
  await epochs(page, '8');
  await page.waitForSelector(id('banner-disk_full'));
  await page.waitForSelector('.graph-tabs li.front[data-status="unsaved"]');
  await page.keyboard.press('Alt+w');
  await page.waitForSelector(id('closing-dialog'));
  await picture('unsaved');
  findings.push(...(await axe()));
  await page.click(id('closing-stay'));
  await page.unroute('**/api/graph/*');
  await page.waitForSelector(id('banner-disk_full'), gone);
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);

  // the server dies
  process.kill(Number(CDUI_PID), 'SIGKILL');
  await page.waitForSelector(`${id('link')}[data-status="away"]`);
  await page.waitForFunction(() => document.querySelector('[data-testid="link"]').textContent === 'Reconnecting...');
  seen.quiet = await page.locator('.banner').count();
  await page.waitForSelector(id('banner-server_away'));
  seen.run = [await page.isDisabled(id('run')), await page.getAttribute(id('run'), 'title')];
  await epochs(page, '9');
  await page.waitForSelector(`${id('save-state')}[data-status="away"]`);
  await picture('away');
  findings.push(...(await axe()));

  // it comes back, with another build of the window
  await page.route('**/api/version', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ui: 'of tomorrow' } });
  });
  const server = spawn(CDUI_PYTHON, ['-m', 'app', '--server', '--port', new URL(URL_OF_SERVER).port], {
    cwd: CDUI_ROOT, env: { ...process.env, CODEFYUI_USER_DATA_DIR: CDUI_HOME, OMP_NUM_THREADS: '1' }, stdio: 'ignore',
  });
  try {
    await page.waitForSelector(`${id('link')}[data-status="up"]`);
    await page.waitForSelector(id('banner-server_away'), gone);
    await page.waitForSelector(id('banner-new_build'));
    await picture('new-build');
    await page.unroute('**/api/version');
    await epochs(page, '10');
    await page.click(id('banner-reload'));
    await page.waitForSelector(id('banner-new_build'), gone);
    await page.click('[data-node-type="TrainingLoop"] .title');
    seen.epochs = await page.inputValue(id('inspector-param-epochs'));
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
  return { ...seen, findings };

  /** A reader of simplified Chinese is told once which Chinese this is. */
  async function simplified() {
    const elsewhere = await context.browser().newContext({ locale: 'zh-CN' });
    const chinese = await elsewhere.newPage();
    await chinese.goto(URL_OF_SERVER);
    await chinese.waitForSelector(id('banner-language'));
    seen.language = await chinese.getAttribute('html', 'lang');
    await chinese.click(id('banner-close-language'));
    await chinese.reload();
    await chinese.waitForSelector(id('canvas-empty'));
    seen.again = await chinese.locator(id('banner-language')).count();
    await elsewhere.close();
  }

  /** A proxy that lets no WebSocket through. */
  async function proxied() {
    const behind = await context.newPage();
    await behind.goto(`http://127.0.0.1:${CDUI_PROXY}/?lang=en&theme=dark`);
    await behind.waitForSelector(id('banner-socket_blocked'));
    await behind.click(id('template-iris-mlp.json'));
    await behind.waitForSelector(`${id('save-state')}[data-status="clean"]`);
    seen.proxied = [await behind.isDisabled(id('run')), await behind.locator('.banner').count()];
    // lists are asked for at a pace, and the foot of the window says so
    await behind.waitForSelector(id('status-not-live'));
    await behind.evaluate(() => void (location.hash = '#/runs'));
    const waits = await submit(behind, GRAPH);
    await behind.waitForSelector(id(`run-row-${waits}`));
    await behind.waitForSelector(`${id('notices')}[data-count="1"]`); // it began and ended between two looks
    await behind.screenshot({ path: `${process.env.CDUI_SCREENS}/not-live.png` });
    await behind.evaluate(() => fetch('/mend-the-proxy'));
    await behind.waitForSelector(id('status-not-live'), gone);
    await behind.waitForSelector(`${id('link')}[data-status="up"]`);
    await behind.waitForSelector(id('banner-socket_blocked'), gone);
    await behind.close();
  }

  /** A host that the server does not answer to, and a token that it does not know. */
  async function refused() {
    const other = await context.newPage();
    await other.route('**/api/**', refuse(421, 'host_not_allowed'));
    await other.goto(`${URL_OF_SERVER}/?lang=zh-TW&theme=light`);
    await other.waitForSelector(id('banner-host_not_allowed'));
    await other.unroute('**/api/**');
    await other.route('**/api/auth/bootstrap', (route) => route.fulfill({ json: { token: 'of another server' } }));
    await other.reload();
    await other.waitForSelector(id('banner-token'));
    await other.close();
  }
});

async function epochs(page, value) {
  await page.click('[data-node-type="TrainingLoop"] .title');
  await page.fill('[data-testid="inspector-param-epochs"]', value);
}
