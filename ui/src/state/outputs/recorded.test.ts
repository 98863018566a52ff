import { describe, expect, it } from 'vitest';
import { gradientName, layoutOf, ofNode, stepPort } from './recorded';
import { liveCharts } from './live';

const port = (node_id: string, name: string) => ({ node_id, port: name, type: 'tensor', full_shape: [1] });

describe('what a run recorded of a node', () => {
  it('is told apart: outputs, tensors of steps, gradients', () => {
    const found = ofNode([port('a', 'out'), port('a', 'out__grad'), port('a', '__weight_grad__fc.weight'), port('a', stepPort(3, 'scores')), port('b', 'out'), port('a', 'my__grad')], 'a');
    const names = (ports: readonly { port: string }[]) => ports.map((one) => one.port);
    // a port that somebody called so is an output like any other
    expect(names(found.outputs)).toEqual(['out', 'my__grad']);
    expect(names(found.steps)).toEqual(['__step__3__scores']);
    expect(names(found.gradients)).toEqual(['out__grad', '__weight_grad__fc.weight']);
  });

  it('has gradients called by what they are of', () => expect([gradientName('out__grad'), gradientName('__weight_grad__fc.bias')]).toEqual(['out', 'fc.bias']));
});

describe('pictures', () => {
  it.each([
    [[3, 32, 32], 'float32', 'chw'], [[8, 1, 28, 28], 'float32', 'chw'], [[32, 32, 3], 'uint8', 'hwc'], [[32, 32], 'uint8', 'hw'],
    [[32, 32], 'float32', null], [[32, 32, 3], 'float32', null], [[5, 32, 32], 'float32', null], [[3, 2, 32], 'float32', null], [[2, 3, 1, 8, 8], 'float32', null],
  ])('%o of %s is %s', (shape, dtype, layout) => expect(layoutOf(shape, dtype)).toBe(layout));
});

describe('live charts', () => {
  const series = (name: string, steps: number[], values: (number | null)[]) => ({ node: 'n', name, steps, values, last: values.at(-1) ?? null, stride: 1, count: steps.length });

  it('hold losses together and what is told by batch apart', () => {
    const charts = liveCharts([series('train_loss', [1, 2], [0.5, 0.4]), series('val_loss', [2], [0.6]), series('lr', [1], [0.1]), series('train_loss_batch', [9], [1])]);
    expect(charts.map((chart) => [chart.name, chart.lines])).toEqual([['loss', ['train_loss', 'val_loss']], ['lr', ['lr']], ['train_loss_batch', ['train_loss_batch']]]);
    expect([charts[0]!.xs, charts[0]!.columns, charts[0]!.lasts]).toEqual([[1, 2], [[0.5, 0.4], [undefined, 0.6]], [0.4, 0.6]]);
  });
});
