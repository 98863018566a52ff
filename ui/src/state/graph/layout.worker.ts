/** Makes a layout beside the page, so that it never stands still. */
import { layers } from './layers';
import { laidOut, type Drawing } from './layout';

addEventListener('message', (event: MessageEvent<Drawing>) => postMessage(laidOut(event.data, layers)));
