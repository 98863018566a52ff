/** An input method, as Chromium has one: sounds stand in the field while their characters are chosen, and keys are its own. */
import { until } from './browser.mjs';

/** Keys as systems tell them: by a name of their own (Windows, Linux) or by what is printed on them (macOS). */
const KEYS = ['Process', 'Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'Tab'];
const INPUT_METHOD = 229;

/** For fields of a page: what an input method does in each of them, and what of the page it must not touch. */
export async function inputMethod(page, touched) {
  const client = await page.context().newCDPSession(page);
  const key = (name) => {
    const press = { key: name, code: name === 'Process' ? 'KeyA' : name, windowsVirtualKeyCode: INPUT_METHOD, nativeVirtualKeyCode: INPUT_METHOD };
    return ['rawKeyDown', 'keyUp'].map((type) => client.send('Input.dispatchKeyEvent', { type, ...press }));
  };
  const sounds = (text) => client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  /** What else there is of the page: whatever is opened, closed, chosen, sent or taken back changes it. */
  const around = (selector) => page.evaluate((which) => JSON.stringify([
    document.activeElement === document.querySelector(which), location.hash, ...['.card', 'dialog[open]', '[role="menu"]', '.badge', '.frame', '[data-testid="node-note"]', '[data-testid="quick-add"]'].map((one) => document.querySelectorAll(one).length),
  ]), selector);
  const value = (selector) => page.inputValue(selector);

  /**
   * Compose a word in a field and choose it. between: waited for while its first sound stands there.
   * What is not as it should be is told by `touched`.
   */
  return async (selector, word, between = () => undefined) => {
    const tell = (what) => touched.push(`${selector}: ${what}`);
    await page.waitForSelector(selector);
    await page.focus(selector);
    const has = (text) => until(page, ([which, wanted]) => document.querySelector(which)?.value.includes(wanted), [selector, text]);
    const [before, beside] = [await value(selector), await around(selector)];
    await sounds('ㄓ');
    await has('ㄓ');
    await between();
    await Promise.all(KEYS.flatMap(key)); // in their order: one connection carries them
    if ((await around(selector)) !== beside) return tell('a key while ㄓ stood there');
    await sounds('ㄓㄨ');
    await has('ㄓㄨ');
    await client.send('Input.insertText', { text: word });
    await has(word);
    // Safari says only now which key it was that chose
    await page.$eval(selector, (field, code) => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: code, bubbles: true, cancelable: true })), INPUT_METHOD);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    if ((await around(selector)) !== beside) return tell('the key that chose');
    const after = await value(selector);
    if (after.replace(word, '') !== before && after !== word) tell(`${before} became ${after}`);
    return undefined;
  };
}
