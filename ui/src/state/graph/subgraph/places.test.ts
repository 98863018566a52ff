import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GraphDocument } from '../document';
import { flattened } from './flat';
import { nodeAt, placeOf, prefixOf } from './places';

interface Golden {
  document: GraphDocument;
  nodes: { id: string; status: string; path: string[]; node: string }[];
}

/** The server's own preparation is held to this file too. */
const golden = JSON.parse(readFileSync('../tests/golden/flattened_ids.json', 'utf8')) as Golden;

describe('nodes that a server speaks of', () => {
  it('are called as the server calls them', () => {
    const flat = flattened(golden.document).nodes.filter((node) => node.type !== 'Start');
    expect(flat.map(({ id, path, node }) => ({ id, path, node }))).toEqual(golden.nodes.map(({ id, path, node }) => ({ id, path, node })));
  });

  it.each(golden.nodes)('$id is found where it is', ({ id, status, path, node }) => {
    expect(placeOf(golden.document, id)).toEqual({ path, node });
    expect(placeOf(golden.document, status)).toEqual({ path, node });
    const prefix = prefixOf(golden.document, path);
    expect([prefix.flat + node, prefix.path + node]).toEqual([id, status]);
  });

  it('are nobody where the document has them not', () => {
    expect(['box/gone', 'gone', 'card/', 'box__p'].map((id) => placeOf(golden.document, id))).toEqual([null, null, null, null]);
  });

  it('are marked on the card that they lie in, seen from outside', () => {
    const place = placeOf(golden.document, 'box/p__q__s__s')!;
    expect(nodeAt(place, [])).toEqual({ node: 'box', isInside: true });
    expect(nodeAt(place, ['box', 'p'])).toEqual({ node: 'q', isInside: true });
    expect(nodeAt(place, ['box', 'p', 'q'])).toEqual({ node: 's__s', isInside: false });
    expect(nodeAt(place, ['card'])).toBe(null);
  });
});
