/** Presets: saved from a selection, put in its place, from the palette, opened for one card and for all, unpacked. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const SAVED = '[data-testid="save-state"][data-status="clean"]';

await flow('presets', async (page, { picture, axe, allow }) => {
  allow(/status of 40[09]/); // the answers that are waited for
  await page.goto(`${URL_OF_SERVER}/?lang=zh-TW&theme=light#/g/Twice`);
  await page.waitForSelector('[data-testid="node-say"]');
  const made = await save(page, picture, axe);
  const opened = await open(page, picture);
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/g/Lost`);
  await page.waitForSelector('[data-testid="node-gone"]');
  await page.click('[data-testid="node-gone"] .title');
  await page.waitForSelector('[data-testid="card-unknown"]');
  await picture('lost');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="toast"]');
  return { made, opened, spare: await remove(page, picture, axe) };
});

async function save(page, picture, axe) {
  await choose(page, ['x2', 'x3']);
  await command(page, 'edit.save_preset');
  await page.fill('[data-testid="preset-name"]', 'Six times');
  await picture('save');
  const findings = await axe();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="preset-dialog"]', { state: 'detached' });
  await page.waitForSelector('[data-testid="node-preset-six-times"]');
  const ports = await page.$$eval('[data-testid="node-preset-six-times"] .port', (found) => found.map((port) => port.dataset.testid.split('-').slice(4).join('-')).sort());
  // a name that is taken is told in the dialog
  await page.click('[data-testid="node-say"] .title');
  await command(page, 'edit.save_preset');
  await page.fill('[data-testid="preset-name"]', 'Six times');
  await page.click('[data-testid="preset-save"]');
  await page.waitForSelector('[data-testid="preset-problem"]');
  await page.keyboard.press('Escape');
  return { ports, findings };
}

/** A preset is deleted by the second press of its button, with the keyboard. */
async function remove(page, picture, axe) {
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/settings/packs`);
  const button = '[data-testid="preset-delete-Spare"]';
  await page.waitForSelector(button);
  await picture('list');
  const findings = await axe();
  await page.focus(button);
  await page.keyboard.press('Enter');
  const armed = await page.textContent(button);
  await page.keyboard.press('Enter');
  await page.waitForSelector(button, { state: 'detached' });
  return { armed, findings };
}

async function open(page, picture) {
  // a second card from the palette, by its name
  await page.fill('[data-testid="palette-search"]', 'Six times');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="node-preset-six-times-2"]');
  await page.fill('[data-testid="inspector-param-x3.scalar"]', '30');
  await picture('two-cards');
  await page.dblclick('[data-testid="node-preset-six-times-2"] .title');
  await page.waitForSelector('[data-testid="node-x3"]');
  await page.click('[data-testid="node-x2"] .title');
  await page.fill('[data-testid="inspector-param-scalar"]', '20');
  const one = await values(page);
  await picture('one-card');
  // what is inside is the definition's: for one card it stays
  await page.keyboard.press('Escape');
  await page.click('[data-testid="node-x2"] .title');
  await page.keyboard.press('Delete');
  await page.waitForSelector('[data-testid="toast"]');
  await page.click('[data-testid="scope-definition"]');
  await page.click('[data-testid="node-x2"] .title');
  const all = await values(page);
  await page.fill('[data-testid="inspector-param-scalar"]', '7');
  await page.waitForFunction(() => document.querySelector('[data-testid="node-x2"] .value').textContent === '7');
  await page.keyboard.press('Escape');
  await page.click('[data-testid="breadcrumb-0"]');
  await page.click('[data-testid="node-preset-six-times-2"] .title');
  const own = await page.inputValue('[data-testid="inspector-param-x2.scalar"]');
  await page.click('[data-testid="node-preset-six-times"] .title');
  const others = await page.inputValue('[data-testid="inspector-param-x2.scalar"]');
  await page.click('[data-testid="card-unpack"]');
  await page.waitForSelector('[data-testid="node-x3"]');
  await page.waitForSelector(SAVED);
  return { one, all, own, others };
}

async function values(page) {
  return page.$$eval('.card .value', (found) => found.map((value) => value.textContent));
}

async function choose(page, ids) {
  for (const [at, id] of ids.entries()) {
    await page.click(`[data-testid="node-${id}"] .title`, at > 0 ? { modifiers: ['Shift'] } : {});
  }
}

/** An action of the Edit menu. */
async function command(page, id) {
  await page.click('[data-testid="menu-edit"]');
  await page.click(`[data-testid="menu-item-${id}"]`);
}
