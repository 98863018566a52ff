/** The tray's menu in the status bar: the queue is held and goes on, a run is stopped; and what is told of runs that end. */
import { readFileSync } from 'node:fs';
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const part = (name) => `[data-testid="${name}"]`;
const example = (name) => JSON.parse(readFileSync(new URL(`../../../assets/examples/${name}.json`, import.meta.url), 'utf8'));

await flow(`tray-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.addInitScript(() => {
    // a person who looks elsewhere, in a browser that may tell them
    globalThis.told = [];
    globalThis.Notification = class {
      static permission = 'granted';
      constructor(title, { body }) {
        globalThis.told.push([title, body]);
        globalThis.press = () => this.onclick();
      }
      close() {}
    };
    document.hasFocus = () => false;
  });
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.waitForSelector('[data-testid="link"][data-status="up"]');
  await page.focus(part('tray-open'));
  await page.keyboard.press('Enter');
  await page.waitForSelector(part('tray-hold'));
  const idle = await page.textContent(part('tray-status'));
  await until(page, () => document.activeElement?.dataset.testid === 'tray-hold');
  await page.keyboard.press('Enter');
  await page.waitForSelector(part('status-resume'));
  const long = example('digits-cnn');
  for (const node of long.nodes) if (node.type === 'TrainingLoop') node.data.params.epochs = 100_000;
  const id = await submit(page, long, 'the long one');
  await until(page, async (id) => (await (await fetch(`/api/runs/${id}`)).json()).queue_reason?.code === 'paused', id);
  await page.keyboard.press('Escape');
  await until(page, () => document.activeElement?.dataset.testid === 'tray-open');
  await page.click(part('status-resume'));
  await page.waitForSelector(part('status-resume'), { state: 'detached' });
  await page.click(part('tray-open'));
  await page.waitForSelector(`${part(`tray-run-${id}`)} progress`);
  await picture('runs');
  const findings = await axe();
  await page.click(part(`tray-stop-${id}`));
  await page.waitForSelector(part(`tray-run-${id}`), { state: 'detached' });
  const stopped = await page.evaluate(async (id) => (await (await fetch(`/api/runs/${id}`)).json()).status, id);
  await page.keyboard.press('Escape');
  // the same is a command
  await page.click(part('menu-run'));
  await page.click(part('menu-item-queue.hold'));
  await page.waitForSelector(part('status-resume'));
  await page.click(part('menu-run'));
  await page.click(part('menu-item-queue.hold'));
  await page.waitForSelector(part('status-resume'), { state: 'detached' });
  // the first that ends is told at once, the next only with those of half a minute
  const first = await seen(page, 'the first');
  await until(page, () => globalThis.told.length > 0);
  const second = await seen(page, 'the second');
  await until(page, async (id) => !(await (await fetch(`/api/runs/${id}`)).json()).active, second);
  await until(page, () => Number(document.querySelector('[data-testid="notices"]').dataset.count) >= 3);
  const told = await page.evaluate(() => globalThis.told);
  await page.evaluate(() => globalThis.press());
  await page.waitForSelector(part('run-status'));
  const isAt = (await page.evaluate(() => location.hash)) === `#/runs/${first}/log`;
  // enough of it: muted at the notice itself, and told again by Undo
  await page.click(part('notices'));
  await page.waitForSelector(part('notice-mute-run_finished'));
  await picture('notices');
  await page.click(`${part('notice-list')} ${part('notice-mute-run_finished')} >> nth=0`);
  await until(page, async () => (await (await fetch('/api/preferences')).json()).muted.join() === 'run_finished');
  const left = await page.locator(part('notice-mute-run_finished')).count();
  await page.keyboard.press('Escape');
  await page.click(part('toast-action'));
  await until(page, async () => (await (await fetch('/api/preferences')).json()).muted.length === 0);
  return { idle, findings, stopped, told, left, isAt };
});

/** A short run that the page has seen wait: it looks every few seconds, and would miss one that is over by then. */
async function seen(page, name) {
  await post(page, '/api/queue/pause');
  const graph = example('iris-mlp');
  const id = await submit(page, graph, name);
  await page.waitForSelector('[data-testid="status-waiting"][data-count="1"]');
  await post(page, '/api/queue/resume');
  return id;
}

async function submit(page, graph, name) {
  return (await post(page, '/api/runs', { graph, name })).run_id;
}

function post(page, path, body) {
  return page.evaluate(
    async ([path, body]) => {
      const { token } = await (await fetch('/api/auth/bootstrap')).json();
      const headers = { 'Content-Type': 'application/json', 'X-CodefyUI-Token': token };
      return (await fetch(path, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) })).json();
    },
    [path, body],
  );
}
