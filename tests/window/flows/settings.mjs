/** Settings with the mouse: looks hold at once and in another window; the server's are saved for its next start. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const at = (id) => `[data-testid="${id}"]`;

await flow('settings-mouse', async (page, { context, picture, axe, allow }) => {
  const seen = {};
  const findings = [];
  const styleOf = (target) => target.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.className = 'turning btn';
    const { animationName: motion, height } = getComputedStyle(probe);
    probe.remove();
    return { theme: document.documentElement.dataset.theme, font: getComputedStyle(document.body).fontSize, motion, height };
  });
  const saved = () => page.waitForResponse((reply) => reply.url().endsWith('/api/preferences') && reply.request().method() === 'PATCH');
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click(at('nav-settings'));
  await page.waitForSelector(at('settings-general'));
  seen.before = await styleOf(page);
  findings.push(...(await axe()));
  await picture('general-dark-en');

  let done = saved();
  await page.selectOption(at('setting-theme-control'), 'light');
  await page.selectOption(at('setting-font_size-control'), '16');
  await page.selectOption(at('setting-density-control'), 'comfortable');
  await page.selectOption(at('setting-motion-control'), 'reduced');
  await done;
  seen.changed = await styleOf(page);

  // a window that has seen nothing of this yet
  const other = await context.browser().newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(`${URL_OF_SERVER}/#/settings`);
  await elsewhere.waitForSelector('html[data-theme="light"][data-density="comfortable"]');
  seen.elsewhere = await styleOf(elsewhere);
  await other.close();

  await page.click(at('settings-link-canvas'));
  await page.click(at('setting-snap-control'));
  seen.snap = await page.isChecked(at('setting-snap-control'));
  done = saved();
  await page.click(at('setting-snap-reset'));
  await done;
  seen.unsnap = await page.isChecked(at('setting-snap-control'));

  // the server's own: one that the environment has, one that waits for a start, one that cannot be
  await page.click(at('settings-link-execution'));
  seen.fromEnv = [
    await page.textContent(at('setting-max_parallel_nodes-env')),
    await page.getAttribute(at('setting-max_parallel_nodes-control'), 'readonly'),
  ];
  await page.fill(at('setting-run_retention_keep_last-control'), '50');
  await page.keyboard.press('Enter');
  await page.waitForSelector(at('setting-run_retention_keep_last-pending'));
  await page.waitForSelector(at('settings-restart'));
  allow(/status of 400/); // the browser's own line about what the server refuses
  await page.fill(at('setting-run_queue_max_concurrent_cpu-control'), 'many');
  await page.keyboard.press('Enter');
  seen.refused = await page.textContent(at('setting-run_queue_max_concurrent_cpu-problem'));
  findings.push(...(await axe()));
  await picture('execution-light-en');

  await page.fill(at('settings-search'), 'port listen');
  await page.waitForSelector(at('settings-found'));
  seen.found = await page.$$eval('[data-testid="settings-found"] .settings-row', (rows) => rows.map((row) => row.dataset.testid));
  await page.fill(at('settings-search'), 'licences');
  await page.click('.settings-jump');
  await page.waitForSelector(at('settings-about'));
  await page.fill(at('settings-search'), 'xyzzy');
  await page.waitForSelector(at('settings-none'));
  await page.keyboard.press('Escape');

  for (const one of ['storage', 'network', 'notifications', 'packs', 'about']) {
    await page.click(at(`settings-link-${one}`));
    await page.waitForSelector(at(`settings-${one}`));
    findings.push(...(await axe()));
  }
  await page.click(`${at('about-licences')} summary`);
  await page.waitForSelector('.licence-table');
  seen.licences = await page.$$eval('.licence-table', (tables) => tables.map((table) => table.rows.length > 10));
  const [zip] = await Promise.all([page.waitForEvent('download'), page.click(at('about-diagnostics'))]);
  seen.zip = zip.suggestedFilename();
  await picture('about-light-en');

  await page.goto(`${URL_OF_SERVER}/#/settings/general`);
  await page.waitForSelector(at('settings-general'));
  seen.again = (await styleOf(page)).theme;
  await page.selectOption(at('setting-theme-control'), 'contrast');
  await page.selectOption(at('setting-language-control'), 'zh-TW');
  await page.waitForSelector('html[lang="zh-TW"][data-theme="contrast"]');
  findings.push(...(await axe()));
  await picture('general-contrast-zh-TW');
  // 200 % zoom is half the room: nothing may be cut at the side
  await page.setViewportSize({ width: 720, height: 450 });
  seen.cut = await page.evaluate(() => {
    const main = document.querySelector('.settings-main');
    return main.scrollWidth > main.clientWidth;
  });
  await picture('general-200-zh-TW');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  await picture('general-forced-zh-TW');
  return { ...seen, findings };
});
