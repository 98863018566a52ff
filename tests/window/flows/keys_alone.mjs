/** For whoever has no mouse: what has the focus is always seen. */

/** Keys of a page, each followed by a look at what has the focus; `unseen` gets what shows no ring. */
export function keys(page, unseen) {
  const look = async (key) => {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const found = await page.evaluate(ringless);
    if (found) unseen.push(`${key}: ${found}`);
  };
  const press = async (...chords) => {
    for (const chord of chords) {
      await page.keyboard.press(chord);
      await look(chord);
    }
  };
  /** Press one key again and again until something has the focus. */
  const to = async (selector, chord = 'Tab', most = 60) => {
    for (let times = 0; times < most; times += 1) {
      if (await page.evaluate((which) => document.activeElement?.matches(which), selector)) return times;
      await press(chord);
    }
    throw new Error(`${chord} never led to ${selector}`);
  };
  /** The focus comes there by itself, as when something opens. */
  const at = async (selector) => {
    await page.waitForSelector(`${selector}:focus`);
    await look(selector);
  };
  return { press, to, at };
}

/** What has the focus and shows no ring of the colour of focus, in words; null where all is well. */
function ringless() {
  const focus = document.activeElement;
  const name = () => `${focus.tagName}.${String(focus.className?.baseVal ?? focus.className)}[${focus.dataset.testid ?? focus.id}]`;
  if (!focus || focus === document.body) return 'nothing has the focus';
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--accent)';
  const accent = getComputedStyle(probe).color;
  probe.remove();
  const shows = (element, part) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopColor, fill, stroke, backgroundColor, visibility } = getComputedStyle(element, part);
    if (visibility === 'hidden') return false;
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor === accent) return true;
    return (boxShadow.includes(accent) && borderTopColor === accent) || fill === accent || stroke === accent || backgroundColor === accent;
  };
  const around = [focus, focus.closest('.field, .search'), ...focus.querySelectorAll(':scope .card, :scope .note, :scope path')].filter(Boolean);
  const isSeen = around.some((one) => shows(one) || shows(one, '::after'));
  const { width, height } = focus.getBoundingClientRect();
  if (!isSeen) return `no ring around ${name()}`;
  return width > 0 && height > 0 ? null : `no room for ${name()}`;
}
