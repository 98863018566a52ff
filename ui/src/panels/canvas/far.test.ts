// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { NodeStatus } from '../../state/run/reduce';
import { boundsOf } from './camera';
import { stateToken, type Marks } from './drawing';
import type { Card } from './elements';
import { scaleOf } from './MiniMap';
import { FEW, isFar } from './overviewMode';

const card = (id: string, x: number, y: number, width = 100, height = 50): Card =>
  ({ id, type: 'card', position: { x, y }, width, height, data: {} }) as unknown as Card;

describe('a large graph from far away', () => {
  it('is drawn below 0.3 and stays so up to 0.33', () => {
    const many = FEW + 1;
    expect([0.31, 0.3, 0.29].map((zoom) => isFar(false, many, zoom))).toEqual([false, false, true]);
    expect([0.31, 0.329, 0.33].map((zoom) => isFar(true, many, zoom))).toEqual([true, true, false]);
    expect(isFar(true, FEW, 0.05)).toBe(false);
  });

  it('marks what matters most', () => {
    const statuses: Record<string, NodeStatus> = { a: 'running', b: 'error', c: 'cached', d: 'waiting' };
    const marks: Marks = {
      statusOf: (id) => statuses[id],
      selected: new Set(['a', 'd', 'e']),
      wrong: new Set(['e']),
    };
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => stateToken(id, marks))).toEqual([
      '--running', '--fail', '--ok', '--accent', '--fail', null,
    ]);
  });
});

describe('the camera', () => {
  it('knows what cards lie in', () => {
    expect(boundsOf([])).toBeNull();
    expect(boundsOf([card('a', -20, 10), card('b', 300, -40, 10, 200)])).toEqual({ x: -20, y: -40, width: 330, height: 200 });
  });

  it('fits the map, one node as well as a thousand', () => {
    const wide = scaleOf({ x: -100, y: 50, width: 1500, height: 10 });
    expect([wide.zoom, wide.x + -100 * wide.zoom, wide.x + 1400 * wide.zoom]).toEqual([0.1, 8, 158]);
    const one = scaleOf({ x: 7, y: 7, width: 0, height: 0 });
    expect([one.zoom, one.x + 7 * one.zoom]).toEqual([86, 83]);
  });
});
