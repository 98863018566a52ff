import { describe, expect, it } from 'vitest';
import { added, beside, closed, editedBeside, moved, newTab, readTabs, told, type TabList } from './list';

const list: TabList = { tabs: ['a', 'b', 'c'].map((id) => newTab(id, `${id}.json`, id)), active: 'b' };
const ids = ({ tabs }: TabList): string => tabs.map((one) => one.id).join('');

describe('tabs', () => {
  it('come behind the one in front', () => {
    const more = added(list, newTab('x'));
    expect([ids(more), more.active]).toEqual(['abxc', 'b']);
  });

  it('leave, and the one after them comes to the front, or the one before', () => {
    expect([closed(list, 'b'), closed({ ...list, active: 'c' }, 'c'), closed(list, 'a')].map((one) => ids(one) + one.active)).toEqual(['acc', 'abb', 'bcb']);
    expect(closed({ tabs: [newTab('a')], active: 'a' }, 'a')).toEqual({ tabs: [], active: '' });
  });

  it('change places', () => {
    expect([moved(list, 'a', 2), moved(list, 'c', -5), moved(list, 'a', 99), moved(list, 'x', 0)].map(ids)).toEqual(['bca', 'cab', 'bca', 'abc']);
  });

  it('are the same list while nothing new is known of one', () => {
    expect(told(list, 'a', { name: 'a' })).toBe(list);
    expect(told(list, 'x', { name: 'x' })).toBe(list);
    expect(told(list, 'a', { isUnsaved: true }).tabs[0]).toMatchObject({ id: 'a', isUnsaved: true });
  });

  it('go round at the ends', () => expect([beside(list, 1), beside({ ...list, active: 'c' }, 1), beside({ ...list, active: 'a' }, -1)]).toEqual(['c', 'a', 'c']));

  it('of which one can only be looked at have an edited one beside it: the one that it was opened from, else the next', () => {
    const run = newTab('r', null, '', { of: 'run', run: 'r' });
    const [a, b] = list.tabs;
    expect([[a!, run, b!], [run, run, b!], [run]].map((tabs) => editedBeside({ tabs, active: 'r' }))).toEqual(['a', 'b', null]);
  });

  it('are remembered by their files, each once', () => {
    const kept = { ...list, tabs: [...list.tabs, newTab('new')] };
    expect(ids(readTabs(JSON.stringify(kept))!)).toBe('abc');
    expect(readTabs(JSON.stringify({ ...list, active: 'gone' }))?.active).toBe('a');
    const ran = told(list, 'c', { run: 'f00d' });
    expect(readTabs(JSON.stringify(ran))?.tabs.map((one) => one.run)).toEqual([null, null, 'f00d']);
    const twice = { ...list, tabs: [...list.tabs, newTab('d', 'a.json')] };
    expect([null, '', '[]', '{"tabs":[null,7]}', JSON.stringify(twice)].map(readTabs)).toEqual([null, null, null, null, null]);
  });
});
