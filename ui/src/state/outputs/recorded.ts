/** What a run recorded of one node, told apart: its own outputs, the tensors of its steps, its gradients. Pure. */
import type { RecordedPort } from '../../api/types.gen';

export interface OfNode {
  outputs: readonly RecordedPort[];
  steps: readonly RecordedPort[];
  gradients: readonly RecordedPort[];
}

const STEP = /^__step__\d+__/;
const WEIGHT = '__weight_grad__';

/** isGradient: names of the node's gradients, of its index. */
export function ofNode(ports: readonly RecordedPort[], node: string): OfNode {
  const outputs: RecordedPort[] = [];
  const steps: RecordedPort[] = [];
  const gradients: RecordedPort[] = [];
  const own = ports.filter((port) => port.node_id === node);
  const names = new Set(own.map((port) => port.port));
  for (const port of own) {
    if (STEP.test(port.port)) steps.push(port);
    else if (port.port.startsWith(WEIGHT) || isGradientOf(port.port, names)) gradients.push(port);
    else outputs.push(port);
  }
  return { outputs, steps, gradients };
}

/** `out__grad` is the gradient of `out`; alone it is a port that somebody called so. */
function isGradientOf(port: string, names: ReadonlySet<string>): boolean {
  return port.endsWith('__grad') && names.has(port.slice(0, -'__grad'.length));
}

/** A gradient as people call it: the port, or the weight, that it is of. */
export function gradientName(port: string): string {
  return port.startsWith(WEIGHT) ? port.slice(WEIGHT.length) : port.replace(/__grad$/, '');
}

/** The port under which a tensor of a step is recorded. */
export function stepPort(index: number, key: string): string {
  return `__step__${index}__${key}`;
}

export type ImageLayout = 'hw' | 'chw' | 'hwc';

/**
 * How a tensor can be seen as a picture, or null. [H, W] of 8-bit numbers; [..., C, H, W] with 1, 3 or 4 channels;
 * [H, W, C] of 8-bit numbers. A side below four pixels is no picture.
 */
export function layoutOf(shape: readonly number[], dtype: string): ImageLayout | null {
  const [last = 0, before = 0, third = 0] = [...shape].reverse();
  const isByte = dtype === 'uint8';
  if (isByte && shape.length === 3 && [3, 4].includes(last) && before >= 4 && third >= 4) return 'hwc';
  if (shape.length >= 3 && shape.length <= 4 && [1, 3, 4].includes(third) && before >= 4 && last >= 4) return 'chw';
  return isByte && shape.length === 2 && before >= 4 && last >= 4 ? 'hw' : null;
}
