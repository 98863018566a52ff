// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { ask } from '../../api/http';
import { perform } from '../commands/commands';
import { useEditor } from '../editor';
import { useSession } from '../run/session';
import { newPicture } from '../run/reduce';
import { DEFAULTS, setting, setSetting, useSettings } from '../settings/settings';
import { useToasts } from '../toasts';
import { isComplete, nodeToLookAt, startChecklist, STEPS, withStep } from './checklist';
import { BOX, mini } from './mini';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), ask: vi.fn() }));
vi.mocked(ask).mockResolvedValue({});

const doc = {
  nodes: [
    { id: 'go', type: 'Start', position: { x: 0, y: 0 } },
    { id: 'a', type: 'Linear', position: { x: 100, y: 50 }, data: { params: {} } },
    { id: 'b', type: 'Print', position: { x: 200, y: 0 } },
    { id: 'n', type: 'note', position: { x: 9000, y: 0 } },
  ],
  edges: [{ id: '1', source: 'a', target: 'b' }, { id: '2', source: 'go', target: 'a', type: 'trigger' as const }, { id: '3', source: 'a', target: 'gone' }],
};

describe('the first steps', () => {
  it('are seen as they are taken, whatever the way, and end with a word', () => {
    useSettings.setState({ values: { ...DEFAULTS } });
    startChecklist();
    const { load, select, change } = useEditor.getState();
    load(doc, { file: null, revision: null });
    select(['a']); // nothing ran yet: there is nothing to look at
    expect(setting('steps')).toEqual([]);
    const picture = { ...newPicture('r'), nodes: { a: {}, b: {} } as never };
    useSession.setState({ picture: { ...picture, phase: 'running' } });
    useSession.setState({ picture: { ...picture, phase: 'succeeded' } });
    expect(setting('steps')).toEqual(['run']);
    select(['b']);
    change('move', (before) => ({ ...before, nodes: [...before.nodes] }));
    expect(setting('steps')).toEqual(['run', 'look']);
    change('param', (before) => ({ ...before, name: 'x' }));
    expect([setting('steps'), setting('checklist')]).toEqual([['run', 'look', 'change'], true]);
    location.hash = '#/runs';
    dispatchEvent(new HashChangeEvent('hashchange'));
    expect([setting('checklist'), useToasts.getState().shown.length]).toEqual([false, 1]);
    perform('help.checklist');
    expect([setting('steps'), setting('checklist')]).toEqual([[], true]);
    setSetting('checklist', false);
    change('param', (before) => ({ ...before, name: 'y' }));
    expect(setting('steps')).toEqual([]); // who has put them away is not watched
  });

  it('are counted once each', () => {
    const steps = ['run'];
    expect(withStep(steps, 'run')).toBe(steps);
    expect([isComplete([...STEPS]), isComplete(['run', 'look'])]).toEqual([true, false]);
    expect([nodeToLookAt(doc, { go: {}, a: {}, b: {} }), nodeToLookAt(doc, {})]).toEqual(['b', null]);
    const tensor = { summaries: { out: { type: 'tensor', shape: [2] } } };
    expect(nodeToLookAt(doc, { a: tensor, b: { summaries: { path: { type: 'str' } } } })).toBe('a'); // a path is nothing to see
  });
});

it('draws a graph within its frame, without notes and wires to nowhere', () => {
  const { boxes, lines } = mini(doc, 200, 80);
  expect(boxes.map(({ id, x, y }) => [id, x, y])).toEqual([['go', 0, 0], ['a', (200 - BOX.width) / 2, 80 - BOX.height], ['b', 200 - BOX.width, 0]]);
  expect(lines.map(({ from, to }) => [from.id, to.id])).toEqual([['a', 'b']]);
  const wide = mini({ nodes: Array.from({ length: 11 }, (_, at) => ({ id: `n${at}`, type: 'A', position: { x: at * 300, y: 0 } })), edges: [] }, 200, 80);
  expect(wide.width).toBeCloseTo(14 / 1.07); // seven tenths of a column, which are ten
  expect(wide.boxes[1]!.x).toBeGreaterThan(wide.width);
  expect(mini({ nodes: [{ id: 'x', type: 'A' }], edges: [] }, 200, 80).boxes).toEqual([{ id: 'x', type: 'A', x: 0, y: 0 }]);
});
