import { describe, expect, it } from 'vitest';
import { indexed, type NodeRow, type Param } from './catalog';
import { isVisible, MIXED, sharedParams } from './shared';

const param = (name: string, more: Partial<Param> = {}): Param => ({
  name, param_type: 'int', default: 1, options: [], min_value: null, max_value: null, visible_when: {}, advanced: false, description: '', ...more,
});
const row = (node_name: string, params: Param[]): NodeRow => ({
  node_name, name_zh_TW: '', category: '', description: '', inputs: [], outputs: [], params, requires_extra: null, cacheable: true,
  align_inputs: true, structural_params: [], dynamic_ports: false, provider: '',
});
const catalog = indexed([row('A', [param('k'), param('s'), param('mode', { param_type: 'select', options: ['x', 'y'] })]), row('B', [param('k', { default: 5 }), param('mode', { param_type: 'select', options: ['x'] })])]);
const node = (id: string, type: string, params: Record<string, unknown> = {}) => ({ id, type, data: { params } });

describe('params of several nodes', () => {
  it('are those that all of them have, of one kind', () => {
    expect(sharedParams([node('1', 'A'), node('2', 'B')], catalog).map(({ param: { name } }) => name)).toEqual(['k']);
    expect(sharedParams([node('1', 'A'), node('2', 'unknown')], catalog)).toEqual([]);
  });

  it('have one value, or are mixed; a default counts as a value', () => {
    const value = (a: Record<string, unknown>, b: Record<string, unknown>) => sharedParams([node('1', 'A', a), node('2', 'B', b)], catalog)[0]!.value;
    expect([value({}, {}), value({ k: 5 }, {}), value({ k: [1] }, { k: [1] })]).toEqual([MIXED, 5, [1]]);
  });
});

it('shows a param by what it hangs on, its default too', () => {
  const all = [param('kind', { default: 'a' }), param('only_b', { visible_when: { kind: ['b'] } }), param('only_a', { visible_when: { kind: 'a' } })];
  const shown = (params: Record<string, unknown>) => all.filter((one) => isVisible(one, node('1', 'A', params), all)).map(({ name }) => name);
  expect([shown({}), shown({ kind: 'b' })]).toEqual([['kind', 'only_a'], ['kind', 'only_b']]);
});
