/** Text that an input method composes (Zhuyin, Pinyin, Kana, accents): its keys are its own, its word is one change. */
import { ticksMs } from './ticks';

/** The key code of whatever an input method has taken. Safari has it, and no `isComposing`, at the key that ends a composition. */
const TAKEN = 229;

let field: EventTarget | null = null;
let beganMs = 0;

/** Listen; once, before anything else listens for keys. */
export function startComposing(): () => void {
  addEventListener('keydown', keep, true);
  addEventListener('keyup', keep, true);
  addEventListener('compositionstart', begin, true);
  addEventListener('compositionend', end, true);
  return () => {
    removeEventListener('keydown', keep, true);
    removeEventListener('keyup', keep, true);
    removeEventListener('compositionstart', begin, true);
    removeEventListener('compositionend', end, true);
    field = null;
  };
}

/**
 * When a change is made, for what joins a burst of typing into one step, in ticks: all that comes of one composition, however
 * long its characters are looked for, comes when it began.
 */
export function changedMs(): number {
  // a field that goes while one composes in it ends nothing
  return field !== null && field === document.activeElement ? beganMs : ticksMs();
}

/** No key of an input method means anything to the page: not Enter that chooses, not Escape, not the arrows. */
function keep(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === TAKEN) event.stopImmediatePropagation();
}

function begin({ target }: Event): void {
  field = target;
  beganMs = ticksMs();
}

function end(): void {
  field = null;
}
