/** Menus, their keys, answers with Undo, the list of notices: with the mouse, then with the keyboard alone. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const id = (name) => `[data-testid="${name}"]`;

await flow(`shell-menus-${scheme}-${lang}`, async (page, { picture, axe }) => {
  const focus = () => page.evaluate(() => document.activeElement?.dataset.testid ?? document.activeElement?.tagName);
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.click(id('template-iris-mlp.json'));
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);

  // the mouse: what is taken away can be had back from the answer, and from the menu, which names it
  await page.click('[data-node-type="TrainingLoop"] .title');
  await page.click(id('menu-edit'));
  await page.hover(id('menu-file'));
  await page.waitForSelector(id('menu-item-file.open'));
  await page.hover(id('menu-edit'));
  const disabled = await page.getAttribute(id('menu-item-edit.undo'), 'aria-disabled');
  await page.click(id('menu-item-edit.delete'));
  await page.waitForSelector('[data-node-type="TrainingLoop"]', { state: 'detached' });
  await page.waitForSelector(id('toast'));
  await page.click(id('menu-edit'));
  const undo = await page.textContent(`${id('menu-item-edit.undo')} .label`);
  await picture('menu');
  const findings = await axe();
  await page.keyboard.press('Escape');
  await page.click(id('toast-action'));
  await page.waitForSelector('[data-node-type="TrainingLoop"]');
  const toasts = await page.locator(id('toast')).count();

  // a run that ends is told in the list, and nowhere else
  await page.click(id('run'));
  await page.waitForSelector(`${id('run-phase')}[data-status="succeeded"]`);
  await page.waitForSelector(`${id('notices')}[data-count="1"]`);
  await page.click(id('notices'));
  await page.waitForSelector(`${id('notice-list')} [data-status="done"]`);
  await picture('notices');
  findings.push(...(await axe()));
  await page.keyboard.press('Escape');
  await page.waitForSelector(`${id('notices')}[data-count="0"]`);

  // the keyboard alone
  await page.keyboard.press('Alt+2');
  await page.waitForSelector('.runs');
  await page.keyboard.press('Alt+1');
  await page.waitForSelector(id('canvas'));
  const parts = [];
  await page.evaluate(() => document.activeElement?.blur());
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press('F6');
    parts.push(await focus());
  }
  await page.keyboard.press('Shift+F6');
  parts.push(await focus());
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('F6');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector(id('menu-item-edit.undo'));
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector(id('menu-item-go.canvas'));
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]') !== null);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.runs');
  const checked = await page.evaluate(() => location.hash);
  return { disabled, undo, toasts, parts, checked, findings };
});
