import { expect, it } from 'vitest';
import type { Frame } from '../../api/types.gen';
import { newPicture, reduce } from '../run/reduce';
import { resultsOf } from './results';

const doc = {
  nodes: [
    { id: 's', type: 'Start' }, { id: 'a', type: 'Dataset' }, { id: 'p', type: 'Print', data: { label: 'Shown' } }, { id: 'v', type: 'Visualize' },
    { id: 'loop', type: 'TrainingLoop' }, { id: 'late', type: 'Print' },
  ],
  edges: [
    { id: '1', source: 's', target: 'a', type: 'trigger' as const }, { id: '2', source: 'a', target: 'p' }, { id: '3', source: 'a', target: 'v' },
    { id: '4', source: 'loop', target: 'late' },
  ],
};
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const done = (node_id: string, ...outputs: object[]) => ({ type: 'node_status', run_id: 'r', node_id, status: 'completed', outputs }) as Frame;
const summary = (tensor_summary: object) => ({ output_kind: 'tensor_summary', tensor_summary });

it('tells of last nodes, of what was said and drawn, and of metrics; not of what others took on', () => {
  const picture = reduce(newPicture('r'), [
    done('a', { output_kind: 'text', text: 'only said' }, summary({ dataset: { type: 'Dataset' } })),
    done('p', { output_kind: 'text', text: 'two\nlines' }, summary({ value: { type: 'tensor', shape: [], values: 0.5 } })),
    done('v', { output_kind: 'image', image: { format: 'png', data: DOT } }, summary({ image: { type: 'string', value: 'AAAA' } })),
    { type: 'metric', run_id: 'r', cursor: 1, points: [{ node_id: 'loop', name: 'loss', step: 1, value: 2 }, { node_id: 'loop', name: 'loss', step: 2, value: null }] },
    done('loop', summary({ model: { type: 'model' } })),
  ], 0);
  expect(resultsOf(doc, picture)).toEqual([
    { node: 'p', title: 'Shown', text: 'two\nlines', image: null, values: [{ name: 'value', isMetric: false, value: 0.5, summary: { type: 'tensor', shape: [], values: 0.5 } }] },
    { node: 'v', title: 'Visualize', text: '', image: `data:image/png;base64,${DOT}`, values: [] },
    { node: 'loop', title: 'TrainingLoop', text: '', image: null, values: [{ name: 'loss', isMetric: true, value: null, summary: null }] },
  ]);
});
