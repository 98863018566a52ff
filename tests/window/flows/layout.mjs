/** What is wrong with a layout, asked for in the page: for flows that look at it with longer words. */

/** Runs in the page: words that are not from the files, text that is cut without being meant to, and what lies outside. */
export function findings() {
  const DATA = '.card, .runs-table, :has(> i[data-line]), .live-bar button, .template, .ihead h2, .about, label[for^="param-"], label[for^="inspector"], [data-testid="status-device"], .graph-tabs, kbd, time, option, code, pre, .mono, .num, .count, .palette .item, .finder .option, .react-flow__attribution, [data-testid="language"], .menu-item kbd';
  const found = [];
  // what can be scrolled into sight is not lost
  const scrolls = (element) => {
    for (let one = element; one; one = one.parentElement) {
      if (one.scrollWidth > one.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) return true;
    }
    return false;
  };
  const name = (element) => `${element.tagName.toLowerCase()}.${element.className || element.parentElement?.className}`;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (!text || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('script, style, .unseen')) continue;
    if (/\p{L}{2}/u.test(text) && ![text, element.textContent.trim()].some((whole) => /^\[.*\]$/s.test(whole)) && !element.closest(DATA)) found.push(`word ${JSON.stringify(text.slice(0, 60))} in ${name(element)}`);
    const style = getComputedStyle(element);
    const isCut = element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'visible' && !['auto', 'scroll'].includes(style.overflowX) && element.clientWidth > 1;
    if (isCut && !element.closest('.cut, .card, [title], .palette .item')) found.push(`cut ${JSON.stringify(text.slice(0, 40))} in ${name(element)}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0 && (box.left < -1 || box.right > innerWidth + 1) && !element.closest('.react-flow, .toasts, .cut') && !scrolls(element)) found.push(`outside ${JSON.stringify(text.slice(0, 40))} in ${name(element)}`);
  }
  return [...new Set(found)];
}
