/** Settings without a pointer: opened, searched, a switch, other keys for a command, a clash, back to its own. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const at = (id) => `[data-testid="${id}"]`;

await flow('settings-keys', async (page, { picture, axe }) => {
  const seen = {};
  const keysOf = (id) => page.$$eval(`[data-testid="shortcut-${id}"] kbd`, (keys) => keys.map((key) => key.textContent));
  const rebind = async (id, keys) => {
    await page.focus(at(`shortcut-${id}-change`));
    await page.keyboard.press('Enter');
    await page.waitForSelector(at('shortcut-capture'));
    await page.keyboard.press(keys);
  };
  await page.goto(`${URL_OF_SERVER}/?lang=zh-TW&theme=light`);
  await page.waitForSelector('[data-testid="link"][data-status="up"]');
  await page.keyboard.press('Control+,');
  await page.waitForSelector(at('settings-general'));
  await page.focus(at('settings-search'));
  await page.keyboard.type('對齊');
  await page.waitForSelector(at('settings-found'));
  // from the field by its cross and the ten pages to the one row that was found
  for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Tab');
  seen.focus = await page.evaluate(() => document.activeElement.dataset.testid);
  await page.keyboard.press('Space');
  seen.snap = await page.isChecked(at('setting-snap-control'));
  await page.focus(at('settings-search'));
  await page.keyboard.press('Escape');

  await page.focus(at('settings-link-shortcuts'));
  await page.keyboard.press('Enter');
  await page.waitForSelector(at('settings-shortcuts'));
  seen.findings = await axe();
  await picture('shortcuts-zh-TW');
  await rebind('settings.about', 'F9');
  seen.own = await keysOf('settings.about');
  await page.keyboard.press('F9');
  await page.waitForSelector(at('settings-about'));

  await page.focus(at('settings-link-shortcuts'));
  await page.keyboard.press('Enter');
  await page.waitForSelector(at('settings-shortcuts'));
  await rebind('settings.open', 'F9');
  seen.clash = await page.textContent(at('shortcut-told'));
  await picture('clash-zh-TW');
  await page.focus(at('shortcut-take'));
  await page.keyboard.press('Enter');
  seen.taken = [await keysOf('settings.open'), await keysOf('settings.about')];
  await rebind('settings.open', 'Control+w');
  seen.reserved = await page.textContent(at('shortcut-told'));
  await page.keyboard.press('Escape');
  seen.left = await keysOf('settings.open');
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
  await page.focus(at('shortcuts-reset'));
  await page.keyboard.press('Enter');
  await saved;
  seen.reset = [await keysOf('settings.open'), await keysOf('settings.about')];
  return seen;
});
