/** Browsers that keep nothing, or have no room, and a page that is not from a secure place: all of it works, and one line says what does not. */
import { createRequire } from 'node:module';
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const require = createRequire(new URL('../../../ui/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const SAVED = '[data-testid="save-state"][data-status="clean"]';
const LINE = '[data-testid="banner-no_journal"]';

await flow('keeps-nothing', async (page, { context, picture, axe }) => {
  const bare = await context.newPage();
  await bare.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(globalThis, name, { get: () => { throw new DOMException('not here', 'SecurityError'); } });
    }
  });
  await bare.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  const before = await bare.locator(LINE).count();
  await bare.click('[data-testid="template-iris-mlp.json"]');
  await bare.waitForSelector(LINE);
  await bare.waitForSelector(SAVED);
  await bare.click('[data-testid="banner-close-no_journal"]');
  const closed = await bare.locator(LINE).count();
  await bare.click('[data-node-type="TrainingLoop"] .title');
  await bare.fill('[data-testid="inspector-param-epochs"]', '5');
  await until(bare, async () => (await (await fetch('/api/graph/load/Iris_MLP')).json()).nodes.find((node) => node.type === 'TrainingLoop').data.params.epochs === 5);
  await bare.close();

  // a database that is full ends what writes into it
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function full(...given) {
      if (globalThis.isFull) this.transaction.abort();
      return globalThis.isFull ? undefined : put.apply(this, given);
    };
  });
  await page.goto(`${URL_OF_SERVER}/?lang=zh-TW&theme=light`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector(SAVED);
  const fine = await page.locator(LINE).count();
  await page.evaluate(() => (globalThis.isFull = true));
  await page.fill('[data-testid="graph-description"]', 'nobody keeps this');
  const line = await page.textContent(`${LINE} b`);
  await picture('full');
  const findings = await axe();
  await page.evaluate(() => (globalThis.isFull = false));
  await page.fill('[data-testid="graph-description"]', 'again');
  await page.waitForSelector(LINE, { state: 'detached' });

  // what pages keep is thrown away under an open page, which stands in nobody's way and begins anew
  await page.waitForSelector(SAVED);
  await page.evaluate(() => new Promise((done, fail) => {
    const asked = indexedDB.deleteDatabase('cdui-journal');
    asked.onsuccess = done;
    asked.onblocked = asked.onerror = () => fail(new Error('held'));
  }));
  await page.fill('[data-testid="graph-description"]', 'and again');
  await until(page, async () => (await indexedDB.databases()).some(({ name }) => name === 'cdui-journal'));
  await page.waitForSelector(SAVED);
  const anew = await page.locator(LINE).count();
  return { before, closed, fine, line, findings, anew, lan: await onLan() };
});

/** Plain http to a name that is not this machine: no locks, no random UUIDs, no clipboard. Two windows of it live side by side. */
async function onLan() {
  const { port } = new URL(URL_OF_SERVER);
  const browser = await chromium.launch({
    executablePath: process.env.CDUI_CHROMIUM, args: ['--no-sandbox', '--host-resolver-rules=MAP lan.test 127.0.0.1'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto(`http://lan.test:${port}/?lang=en&theme=dark`);
    const isSecure = await first.evaluate(() => isSecureContext || 'locks' in navigator);
    await first.click('[data-testid="template-iris-mlp.json"]');
    await first.waitForSelector(SAVED);
    // its last word, as it is closed, must not arrive either
    await first.evaluate(() => {
      const { fetch } = globalThis;
      globalThis.fetch = (address, init) => (init?.method === 'PUT' ? Promise.reject(new TypeError('cut')) : fetch(address, init));
    });
    await first.fill('[data-testid="graph-description"]', 'only here');
    await first.waitForSelector('[data-testid="save-state"][data-status="away"]');
    // it lives: what it has not saved is its own
    await second.goto(first.url());
    await second.waitForSelector('[data-testid="graph-description"]');
    const taken = [await second.locator('[data-testid="toast"]').count(), (await second.inputValue('[data-testid="graph-description"]')) === 'only here'];
    // it is gone: the next takes it up
    await first.close();
    await second.reload();
    const said = await second.textContent('[data-testid="toast"]');
    return { isSecure, taken, said: said.trim(), text: await second.inputValue('[data-testid="graph-description"]') };
  } finally {
    await browser.close();
  }
}
