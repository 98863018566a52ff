/** Adds a node where one looks at the canvas, for those who are outside of it. */
import { go, parseRoute } from './route';

let add: ((type: string) => void) | null = null;
let wanted: string | null = null;

/** The canvas tells how; answers how to forget it. */
export function takesNodes(how: (type: string) => void): () => void {
  add = how;
  if (wanted !== null) how(wanted);
  wanted = null;
  return () => {
    if (add === how) add = null;
  };
}

/** Add a node of a type in the middle of what is seen; shows the canvas first if another view is there. */
export function addInView(type: string): void {
  if (add) return add(type);
  wanted = type;
  if (parseRoute(location.hash).view !== 'canvas') go({ view: 'canvas' });
}
