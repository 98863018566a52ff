/**
 * Looks at one state of the window after the other: a picture in both schemes and both languages, axe in both schemes.
 * With longer words (`CDUI_LOOK=pseudo`) it looks for text that is cut instead, and takes one picture.
 */
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { URL_OF_SERVER } from './browser.mjs';
import { findings } from './layout.mjs';

const require = createRequire(new URL('../../../ui/package.json', import.meta.url));
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const { CDUI_SCREENS: folder, CDUI_LOOK: mode = 'looks' } = process.env;

/** axe is asked in the first two; a part of the window is seen in these alone. */
const LOOKS = [
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'zh-TW' },
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'zh-TW' },
];

/** Tools for the scenes of one page. */
export async function looker(page) {
  const client = await page.context().newCDPSession(page);
  const seen = { names: [], wrong: [] };
  mkdirSync(folder, { recursive: true });

  const picture = async (name) => {
    const { data } = await client.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    writeFileSync(`${folder}/${name}.png`, Buffer.from(data, 'base64'));
  };
  const tell = (name, found) => seen.wrong.push(...found.map((one) => `${name}: ${one}`));

  /** Look at what is there now. of: a selector of what is new in it, for axe, which has seen the rest. */
  const look = async (name, of = 'body') => {
    seen.names.push(name);
    if (mode === 'pseudo') {
      await picture(`${name}-pseudo`);
      tell(name, (await page.evaluate(findings)).filter((found) => !found.startsWith('word'))); // most words here are data
      return;
    }
    const looks = of === 'body' ? LOOKS : LOOKS.slice(0, 2);
    for (const [at, { theme, language }] of looks.entries()) {
      await wear(page, theme, language);
      await picture(`${name}-${theme}-${language}`);
      if (at < 2) tell(`${name} ${theme}`, await tried(page, of, at > 0));
    }
    await wear(page, 'dark', 'en');
  };
  return { look, seen, at: (hash = '') => `${URL_OF_SERVER}/${mode === 'pseudo' ? '?lang=pseudo&theme=dark' : ''}${hash}` };
}

/** Another look, as when it is chosen in another window of this browser. */
/** Choose another look as another window of the same person does: by the server, which the page asks when it is looked at again. */
async function wear(page, theme, language) {
  await page.evaluate(async (chosen) => {
    try {
      const { token } = await (await fetch('/api/auth/bootstrap')).json();
      const headers = { 'X-CodefyUI-Token': token, 'Content-Type': 'application/json' };
      const { ok } = await fetch('/api/preferences', { method: 'PATCH', headers, body: JSON.stringify(chosen) });
      if (ok) return void dispatchEvent(new Event('focus'));
    } catch {
      // the server is away in this scene: the other window of this browser is all that can tell
    }
    const kept = JSON.parse(localStorage.getItem('cdui.settings') ?? '{"values":{},"pending":{}}');
    localStorage.setItem('cdui.settings', JSON.stringify({ ...kept, values: { ...kept.values, ...chosen } }));
    dispatchEvent(new StorageEvent('storage', { key: 'cdui.settings' }));
  }, { theme, language });
  await page.waitForSelector(`html[lang="${language}"][data-theme="${theme}"]`);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Serious and critical findings of axe within a part of the page; of its colours alone where the rest was asked before. */
async function tried(page, of, isColours) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async ([selector, rules]) => {
    const { violations } = await globalThis.axe.run(selector, { resultTypes: ['violations'], ...rules });
    return violations
      .filter((one) => ['serious', 'critical'].includes(one.impact))
      .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  }, [of, isColours ? { runOnly: ['color-contrast'] } : {}]);
}
