/** What every flow begins and ends with: one page, everything its console says, pictures, one line of JSON. */
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync } from 'node:fs';

const require = createRequire(new URL('../../../ui/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const axeSource = require.resolve('axe-core/axe.min.js');

export const URL_OF_SERVER = process.env.CDUI_URL;

/** Run `steps(page, tools)` and print what it gives. Whatever the console says as a warning or error is a failure. */
export async function flow(name, steps) {
  const browser = await chromium.launch({ executablePath: process.env.CDUI_CHROMIUM, args: ['--no-sandbox'] });
  const said = [];
  const allowed = [];
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: process.env.CDUI_LOCALE ?? 'en-US' });
    const page = await context.newPage();
    context.setDefaultTimeout(Number(process.env.CDUI_PATIENCE_MS ?? 60_000));
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(`${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => said.push(`thrown: ${error.error().stack}`));
    const answer = await steps(page, {
      context, picture: (part) => picture(page, `${name}-${part}`), axe: () => axe(page), allow: (text) => allowed.push(text),
    });
    const unexpected = said.filter((line) => !allowed.some((text) => text.test(line)));
    if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
    console.log(JSON.stringify(answer ?? {}));
  } finally {
    await browser.close();
  }
}

/** Wait until what a page answers is true. (`waitForFunction` takes the promise of an async function for a yes.) */
export async function until(page, ask, arg) {
  const lastMs = Date.now() + 60_000;
  while (!(await page.evaluate(ask, arg))) {
    if (Date.now() > lastMs) throw new Error(`never came true: ${ask} of ${JSON.stringify(arg)}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

async function picture(page, name) {
  mkdirSync(process.env.CDUI_SCREENS, { recursive: true });
  await page.screenshot({ path: `${process.env.CDUI_SCREENS}/${name}.png` });
}

/** Serious and critical findings of axe. */
async function axe(page) {
  await page.evaluate(readFileSync(axeSource, 'utf8')); // past the policy that keeps scripts out of the page
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations
    .filter((one) => ['serious', 'critical'].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}
