/** What can be done with cards: make one of nodes, open it, leave it, unpack it. */
import { useEditor } from '../../state/editor';
import type { GraphDocument } from '../../state/graph/document';
import { definitionsOf, isCard, levelOf } from '../../state/graph/subgraph/ends';
import { cardAt, insideOf } from '../../state/graph/subgraph/level';
import { makeSubgraph } from '../../state/graph/subgraph/make';
import { withOwnSubgraph } from '../../state/graph/subgraph/own';
import { presetOf } from '../../state/graph/subgraph/preset';
import { latestCatalog } from '../../state/graph/subgraph/rows';
import { unpack } from '../../state/graph/subgraph/unpack';
import { usePresets } from '../../state/presets';
import { toast } from '../../state/toasts';
import { words } from '../../words/words';
import { meant } from './editCommands';

const editor = useEditor.getState;
const shelf = () => usePresets.getState().shelf;

/** The card that has the focus, or that alone is selected; null for anything else. */
export function cardAtHand(): string | null {
  const id = meant();
  const node = id === null ? undefined : editor().doc.nodes.find((one) => one.id === id);
  return node && isCard(node) ? node.id : null;
}

/** The inside of a preset is on show. */
export function isInPreset(): boolean {
  const { root, path } = editor();
  const card = path.length > 0 ? cardAt(root, path, shelf()) : undefined;
  return card !== undefined && presetOf(card) !== null;
}

/** Put the selected nodes into a subgraph, and select its card. */
export function makeOfSelection(): void {
  const { root, path, selected, changeRoot, select } = editor();
  const made = makeSubgraph(root, path, selected, latestCatalog(), words.t('subgraph.name'));
  if (!made) {
    toast({ tone: 'error', text: (t) => t(isInPreset() ? 'subgraph.not_in_preset' : 'subgraph.not_made') });
    return;
  }
  changeRoot('subgraph', () => made.root);
  select([made.card]);
}

/** Put what is in the card at hand in its place, and select it. */
export function unpackAtHand(): void {
  const { root, path, changeRoot, select } = editor();
  const card = cardAtHand();
  const done = card === null ? null : unpack(root, path, card, shelf());
  if (!done) {
    toast({ tone: 'error', text: (t) => t('subgraph.unknown') });
    return;
  }
  changeRoot('unpack', () => done.root);
  select(done.ids);
}

/** Give the card at hand a subgraph that no other card has. */
export function ownSubgraphAtHand(): void {
  const { root, path, changeRoot } = editor();
  const card = cardAtHand();
  const next = card === null ? null : withOwnSubgraph(root, path, card, shelf());
  if (next) changeRoot('own_subgraph', () => next);
  else toast({ tone: 'error', text: (t) => t('subgraph.unknown') });
}

/** The card at hand shares what it holds: with other cards of the graph, or with everyone who has the preset. */
export function isSharedAtHand(): boolean {
  const { root, doc } = editor();
  const type = doc.nodes.find((node) => node.id === cardAtHand())?.type;
  if (type === undefined || isInPreset()) return false;
  return presetOf({ type }) !== null || countCards(root, type) > 1;
}

/** How many cards of a type a document has, on the canvas and inside of cards. */
export function countCards(root: GraphDocument, type: string): number {
  const levels = [root, ...definitionsOf(root).map(levelOf)];
  return levels.reduce((sum, level) => sum + level.nodes.filter((node) => node.type === type).length, 0);
}

/** Show the inside of a card of the level on show. Answers false for what is no card. */
export function openCard(id: string): boolean {
  const { doc, root, enter } = editor();
  const node = doc.nodes.find((one) => one.id === id);
  if (!node || !isCard(node)) return false;
  if (insideOf(root, doc, id, shelf())) enter(id);
  else toast({ tone: 'error', text: (t) => t('subgraph.unknown') });
  return true;
}

/** Show the level around the one on show. */
export function leaveCard(): void {
  const { path, goTo } = editor();
  goTo(path.slice(0, -1));
}
