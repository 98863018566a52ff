/** A secret: typed for a run, remembered, used again, forgotten; and no trace of it in what a browser keeps or gives. */
import { readFileSync } from 'node:fs';
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_TELLER: teller, CDUI_MARK: mark } = process.env;
const at = (id) => `[data-testid="${id}"]`;
const document_ = {
  name: 'told',
  nodes: [
    { id: 'go', type: 'Start', position: { x: 0, y: 0 }, data: { params: {} } },
    { id: 'a', type: 'Teller', position: { x: 320, y: 0 }, data: { params: { how: '', key: '' } } },
  ],
  edges: [{ id: 'w', source: 'go', target: 'a', sourceHandle: '__trigger', targetHandle: '__trigger', type: 'trigger' }],
};

await flow('secrets', async (page, { context, picture, axe }) => {
  const seen = { findings: [], said: [], traces: [] };
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: URL_OF_SERVER });
  const status = (wanted) => page.waitForSelector(`${at('inspector-param-key')}[data-status="${wanted}"]`);
  const run = async (nth) => {
    await page.click(at('run'));
    const log = await page.evaluate(async (count) => {
      for (;;) {
        const { runs } = await (await fetch('/api/runs?limit=5')).json();
        const text = runs.length === count ? await (await fetch(`/api/runs/${runs[0].id}/log`)).text() : '';
        if (text.includes('execution_complete')) return text;
        await new Promise(requestAnimationFrame);
      }
    }, nth);
    seen.said.push(/said \*\*\*/.test(log) ? 'hidden' : /said\s*$/m.test(log) ? 'blank' : log);
  };
  // everything that outlives the page, or that a person could hand on
  const look = () =>
    page.evaluate(async () => {
      const texts = { local: JSON.stringify(localStorage), session: JSON.stringify(sessionStorage), address: location.href };
      for (const { name } of await indexedDB.databases()) {
        const db = await new Promise((resolve) => {
          const asked = indexedDB.open(name);
          asked.onsuccess = () => resolve(asked.result);
        });
        for (const store of db.objectStoreNames) {
          texts[`${name}.${store}`] = JSON.stringify(await new Promise((resolve) => {
            const asked = db.transaction(store).objectStore(store).getAll();
            asked.onsuccess = () => resolve(asked.result);
          }));
        }
        db.close();
      }
      return texts;
    });
  const trace = async (when, isThere = () => true) => {
    let kept;
    do kept = await look();
    while (!isThere(kept));
    for (const [where, text] of Object.entries(kept)) if (text.includes(mark)) seen.traces.push(`${when}: ${where}`);
  };

  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/settings/packs`);
  await page.setInputFiles(at('packs-file'), { name: 'teller.py', mimeType: 'text/x-python', buffer: readFileSync(teller) });
  await page.waitForSelector(`${at('own-teller.py')}[data-status="on"]`);
  seen.findings.push(...(await axe()));
  await picture('packs-dark-en');

  await page.evaluate(async (body) => {
    const { token } = await (await fetch('/api/auth/bootstrap')).json();
    const headers = { 'X-CodefyUI-Token': token, 'Content-Type': 'application/json', 'If-None-Match': '*' };
    await fetch('/api/graph/told.json', { method: 'PUT', headers, body });
    location.hash = '#/g/told.json';
  }, JSON.stringify(document_));
  await page.click(at('node-a'));
  await status('blank');
  // the server confirms nothing until the journal was looked at: it keeps what is not confirmed
  let confirm;
  const confirmed = new Promise((resolve) => (confirm = resolve));
  await page.route('**/api/graph/**', async (route) => {
    if (route.request().method() === 'PUT') await confirmed;
    await route.continue();
  });
  await page.fill(at('inspector-param-key'), mark);
  await trace('typed', (kept) => JSON.parse(kept['cdui-journal.graphs']).some((entry) => entry.changes > 0));
  confirm();
  await status('typed');
  seen.findings.push(...(await axe()));
  await picture('typed-dark-en');
  await run(1);
  await page.click(at('node-a'));
  await page.keyboard.press('Control+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  seen.copied = copied.includes('Teller');
  if (copied.includes(mark)) seen.traces.push('clipboard');
  await trace('run');

  await page.click(at('secret-key-remember'));
  await status('kept');
  await picture('kept-dark-en');
  await run(2);
  await page.click(at('nav-settings'));
  await page.click(at('settings-link-secrets'));
  await page.waitForSelector(at('secret-params-Teller.key'));
  seen.store = await page.getAttribute(at('secrets-store'), 'data-status');
  seen.why = await page.$$eval(at('secrets-why'), (told) => told.map((one) => one.dataset.errorCode));
  seen.findings.push(...(await axe()));
  await picture('page-dark-en');
  await page.click(at('secret-params-Teller.key-forget'));
  await page.click(at('secret-params-Teller.key-forget'));
  await page.waitForSelector(at('secret-params-Teller.key'), { state: 'detached' });

  // what was typed is gone with the graph that it was typed for; a value may also be remembered here
  await page.selectOption(at('secret-param'), 'Teller.key');
  await page.fill(at('secret-value'), mark);
  await page.keyboard.press('Enter');
  await page.waitForSelector(at('secret-params-Teller.key'));
  seen.field = await page.inputValue(at('secret-value'));
  await page.click(at('nav-canvas'));
  await page.click(at('node-a'));
  await status('kept');
  await page.click(at('secret-key-forget'));
  await status('blank');
  await run(3);
  await trace('end');
  if ((await page.content()).includes(mark)) seen.traces.push('page');
  return seen;
});
