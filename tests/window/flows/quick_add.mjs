/** Quick add with the keyboard: what the rows say, categories, adding several without leaving, and finding by what a type says. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const id = (name) => `[data-testid="${name}"]`;

await flow(`quick-add-${scheme}-${lang}`, async (page, { picture, axe }) => {
  const seen = {};
  const focused = () => page.evaluate(() => document.activeElement.dataset.testid);
  const options = () => page.$$eval('[data-testid^="quick-add-option-"]', (all) => all.map((one) => one.dataset.testid.slice(17)));
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.waitForSelector(id('canvas-empty'));
  await page.waitForSelector(id('palette-item-TrainingLoop'));
  // by the button that a new user sees, and by the key that it names
  await page.click(id('empty-add'));
  await page.waitForSelector(`${id('quick-add-input')}:focus`);
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('quick-add-input'), { state: 'detached' });
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('Tab');
  await page.waitForSelector(`${id('quick-add-input')}:focus`);
  seen.rows = (await options()).length;
  await page.keyboard.type('DataLoader');
  await page.waitForSelector(`${id('quick-add-option-DataLoader')}[aria-selected="true"]`);
  seen.row = await page.$$eval(`${id('quick-add-option-DataLoader')} span`, (all) => all.map((one) => one.textContent));

  // several of it, without leaving; none hides another
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector(id('node-data-loader'));
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector(id('node-data-loader-2'));
  seen.stays = await focused();
  const [one, other] = await Promise.all(['node-data-loader', 'node-data-loader-2'].map((node) => page.locator(id(node)).boundingBox()));
  seen.apart = other.x > one.x && other.y > one.y;

  // Tab goes to the categories and back; a chosen one leads back to typing
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  seen.tab = [await focused()];
  await page.keyboard.press('Tab');
  seen.tab.push(await focused());
  await page.keyboard.press('Tab');
  for (let times = 0; times < 30 && (await focused()) !== 'quick-add-category-Training'; times += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForSelector(`${id('quick-add-category-Training')}[aria-pressed="true"]`);
  seen.tab.push(await focused());
  seen.training = await page.$$eval('.quickadd .of', (all) => [...new Set(all.map((each) => each.textContent))]);
  await picture('category');
  seen.findings = await axe();
  await page.keyboard.press('Shift+Tab'); // on a category, too
  seen.tab.push(await focused());
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('quick-add'), { state: 'detached' });

  // by a word that stands in no name: what a type says of itself
  await page.click('.react-flow__pane', { position: { x: 40, y: 40 } });
  await page.keyboard.press('Tab');
  await page.waitForSelector(`${id('quick-add-input')}:focus`);
  await page.keyboard.type(lang === 'en' ? 'learning rate' : '學習率');
  await page.waitForSelector(id('quick-add-option-LRScheduler'));
  await picture('said');
  await page.keyboard.press('Escape');
  return seen;
});
