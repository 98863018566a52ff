/** The first start: language and colours, what the machine has, a template, the four steps; put away and brought back. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_BY = 'mouse' } = process.env;
const at = (id) => `[data-testid="${id}"]`;

await flow(`onboarding-${CDUI_BY}`, async (page, { context, picture, axe }) => {
  const seen = { findings: [] };
  const isMouse = CDUI_BY === 'mouse';
  const press = async (target) => {
    if (isMouse) return page.click(target);
    await page.focus(target);
    return page.keyboard.press('Enter');
  };
  const count = () => page.textContent(at('checklist-count'));
  const steps = () => page.$$eval('[data-testid^="checklist-"][data-status="done"]', (found) => found.map((one) => one.dataset.testid.slice(10)));
  const isDone = (step) => page.waitForSelector(`${at(`checklist-${step}`)}[data-status="done"]`);
  await page.goto(URL_OF_SERVER);
  await page.waitForSelector(at('first-questions'));
  seen.language = await page.inputValue(at('first-language'));
  seen.theme = await page.inputValue(at('first-theme'));
  seen.device = await page.getAttribute(at('first-device'), 'data-status');
  await page.waitForSelector('.mini-graph rect');
  seen.count = await count();
  seen.findings.push(...(await axe()));
  await picture('start');
  await page.selectOption(at('first-language'), 'zh-TW');
  await page.selectOption(at('first-theme'), 'light');
  await page.waitForSelector('html[lang="zh-TW"][data-theme="light"]');
  await page.waitForSelector(`${at('template-digits-cnn.json')}:has-text("手寫數字")`);
  seen.findings.push(...(await axe()));
  await picture('start-zh-TW');

  await press(at('empty-template'));
  seen.focus = await page.evaluate(() => document.activeElement.dataset.testid);
  await press(at('template-iris-mlp.json'));
  await page.waitForSelector(at('node-loop'));
  seen.name = await page.inputValue(at('graph-name'));
  await press(at('checklist-run'));
  await isDone('run');
  await press(at('checklist-look'));
  await isDone('look');
  await page.waitForSelector(at('outputs')); // what it gave is open, not what it was told
  await picture('half-way');
  seen.half = await steps();
  seen.findings.push(...(await axe()));

  if (isMouse) await page.click(at('node-loop'));
  else await page.focus(at('node-loop')).then(() => page.keyboard.press('Enter'));
  await press(at('inspector-tab-params'));
  await page.waitForSelector(at('inspector-param-epochs'));
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/api/preferences') && (reply.request().postData() ?? '').includes('"change"'));
  await page.fill(at('inspector-param-epochs'), '3');
  await isDone('change');
  // another window of the same person begins where this one is
  const other = await context.browser().newContext();
  const elsewhere = await other.newPage();
  await saved;
  await elsewhere.goto(URL_OF_SERVER);
  await elsewhere.waitForSelector('html[lang="zh-TW"]');
  await elsewhere.waitForSelector(`${at('checklist-change')}[data-status="done"]`);
  seen.asksAgain = await elsewhere.isVisible(at('first-questions'));
  await other.close();

  await press(at('checklist-find'));
  await page.waitForSelector(at('toast'));
  await press(at('nav-canvas'));
  await page.waitForSelector(at('node-loop'));
  seen.left = await page.isVisible(at('checklist'));

  // Help brings them back, from the beginning; the cross puts them away
  await press(at('menu-help'));
  await press(at('menu-item-help.checklist'));
  await page.waitForSelector(at('checklist'));
  seen.again = await steps();
  await press(at('checklist-close'));
  seen.closed = await page.isVisible(at('checklist'));
  return seen;
});
